import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean }

/** While `busy` it keeps its place and the focus, ignores presses, and turns a spinner where its icon was. */
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
      className={buttonClass({
        variant,
        size,
        className: cx(busy && '[&>svg:not(:first-child)]:hidden', className),
      })}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
