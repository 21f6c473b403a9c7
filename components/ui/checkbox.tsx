import type { ComponentProps } from 'react'
import { CheckIcon } from './icons.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: string }

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className="group inline-flex h-9 select-none items-center gap-2 text-base">
      <span className="relative grid size-4 place-items-center">
        <input
          type="checkbox"
          className="peer size-4 appearance-none rounded-sm border border-line-strong bg-panel transition-colors checked:border-accent checked:bg-accent group-hover:border-accent"
          {...rest}
        />
        <CheckIcon className="pointer-events-none absolute size-3.5 text-on-accent opacity-0 peer-checked:opacity-100" />
      </span>
      {label}
    </label>
  )
}
