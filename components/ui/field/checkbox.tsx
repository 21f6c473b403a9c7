import { type ComponentProps, useId } from 'react'
import { cx } from '#components/ui/cx.ts'

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

type CheckMarkProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** True when some, but not all, of the items it represents are selected. */
  indeterminate?: boolean
}

/** The box itself. With a label, use `Checkbox`; in a table it has its own name, and the whole cell is pressable. */
export function CheckMark({ indeterminate = false, className, ...rest }: CheckMarkProps) {
  return (
    <input
      ref={node => {
        if (node) node.indeterminate = indeterminate
      }}
      type="checkbox"
      className={cx('check-mark', className)}
      {...rest}
    />
  )
}
