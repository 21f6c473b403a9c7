import { cx } from './cx.ts'
import { SpinnerShape } from './icons.ts'

export function Spinner({ className }: { className?: string }) {
  return <SpinnerShape className={cx('animate-spin', className)} />
}
