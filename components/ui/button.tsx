import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { cx } from './cx.ts'
import { SpinnerIcon } from './icons.tsx'

type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean }

/** While `busy` it keeps its place, its width and the focus, and ignores presses. */
export function Button({
  variant,
  size,
  busy = false,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={busy ? 'button' : type}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={buttonClass({ variant, size, className: cx(busy && 'relative', className) })}
      {...rest}
    >
      {busy && <SpinnerIcon className="size-4" />}
      {children}
    </button>
  )
}
