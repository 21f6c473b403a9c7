import { cx } from './cx.ts'
import { Icon } from './icon.ts'
import { SpinnerShape } from './icons.ts'

export function Spinner({ className }: { className?: string }) {
  return <Icon of={SpinnerShape} className={cx('animate-spin', className)} />
}
