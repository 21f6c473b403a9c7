import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

type CheckMarkProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Some, but not all, of what it stands for. */
  indeterminate?: boolean
}

/** The box itself. Beside a word it is a `Checkbox`; in a table it names itself and its cell is what one presses. */
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
