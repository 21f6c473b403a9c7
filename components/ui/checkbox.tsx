import { type ComponentProps, useId } from 'react'
import { CheckMark } from './check-mark.tsx'
import { cx } from './cx.ts'

type CheckboxProps = ComponentProps<typeof CheckMark> & { label: string; hint?: string }

export function Checkbox({ label, hint, className, id, ...rest }: CheckboxProps) {
  const ownId = useId()
  return (
    <label
      htmlFor={id ?? ownId}
      className={cx(
        'inline-flex min-h-9 select-none gap-2 text-base has-disabled:text-muted',
        hint ? 'items-start py-1.5' : 'items-center',
        className,
      )}
    >
      <CheckMark id={id ?? ownId} className={hint && 'mt-[3px]'} {...rest} />
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-muted text-sm">{hint}</span>}
      </span>
    </label>
  )
}
