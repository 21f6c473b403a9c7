import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { CheckIcon, MinusIcon } from './icons.ts'

type CheckMarkProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Some, but not all, of what it stands for. */
  indeterminate?: boolean
}

/** The box itself. Beside a word it is a `Checkbox`; in a table it names itself and its cell is what one presses. */
export function CheckMark({ indeterminate = false, className, ...rest }: CheckMarkProps) {
  return (
    <span className={cx('relative inline-grid size-4 shrink-0 place-items-center align-middle', className)}>
      <input
        ref={node => {
          if (node) node.indeterminate = indeterminate
        }}
        type="checkbox"
        className="peer relative size-4 appearance-none before:absolute before:-inset-1.5 rounded-sm border border-line-strong bg-panel transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent enabled:hover:border-accent disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger forced-colors:appearance-auto"
        {...rest}
      />
      <CheckIcon
        strokeWidth={3}
        className="pointer-events-none absolute size-3 text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0 forced-colors:hidden"
      />
      <MinusIcon
        strokeWidth={3}
        className="pointer-events-none absolute size-3 text-on-accent opacity-0 peer-indeterminate:opacity-100 forced-colors:hidden"
      />
    </span>
  )
}
