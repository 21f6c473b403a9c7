'use client'

import { type ComponentProps, useRef } from 'react'
import { useEarly } from '#components/ui/browser/early.ts'
import { cx } from '#components/ui/cx.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'ref'> & { label: string; hint?: string }

/** Control that takes effect at once. For a value that is sent with a form, use `Checkbox`. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  const input = useRef<HTMLInputElement>(null)
  useEarly(input)
  return (
    <label
      className={cx(
        'flex min-h-9 select-none items-center justify-between gap-4 text-base has-disabled:text-muted',
        className,
      )}
    >
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-muted text-sm">{hint}</span>}
      </span>
      <input
        ref={input}
        type="checkbox"
        role="switch"
        aria-checked={rest.checked}
        className="relative h-5 w-8.5 shrink-0 appearance-none rounded-full bg-line-strong transition-colors before:absolute before:start-0.5 before:top-0.5 before:size-4 before:rounded-full before:bg-white before:shadow-low before:transition-[inset-inline-start] checked:bg-accent checked:before:start-4 disabled:cursor-not-allowed disabled:opacity-50 forced-colors:w-5 forced-colors:appearance-auto forced-colors:before:hidden"
        {...rest}
      />
    </label>
  )
}
