import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

type ButtonLook = {
  /** `unusable` shows that a press has no effect now; the button keeps its place and its focus. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'destroy' | 'unusable' | undefined
  size?: 'small' | 'medium' | 'icon' | 'icon-small' | undefined
  className?: string | undefined
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    busy?: boolean
    /**
     * For a button that ends or reverses something and may replace another button. It ignores the second press of a
     * double click, and a second Enter, which were meant for the other button (`keepFocus`).
     */
    ownPress?: boolean
  }

/**
 * While `busy`, the button keeps its place and the focus, ignores presses, and shows a spinner instead of its icon;
 * `unusable` ignores presses as well.
 */
export function Button({
  variant,
  size,
  busy = false,
  ownPress = false,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isInert = busy || variant === 'unusable'
  const press: typeof onClick = ownPress ? event => event.detail < 2 && onClick?.(event) : onClick
  return (
    <button
      type={isInert ? 'button' : type}
      aria-disabled={isInert || undefined}
      onClick={isInert ? undefined : press}
      data-own-press={ownPress || undefined}
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

const variants = {
  primary:
    'bg-accent text-on-accent shadow-low hover:bg-accent-hover active:bg-accent-pressed aria-disabled:hover:bg-accent',
  secondary:
    'bg-panel text-text shadow-low inset-ring inset-ring-line hover:bg-hover hover:inset-ring-line-strong/50 active:bg-pressed aria-expanded:bg-sunken',
  quiet:
    'text-muted hover:bg-sunken hover:text-text active:bg-pressed aria-expanded:bg-sunken aria-expanded:text-text',
  danger:
    'bg-panel text-danger shadow-low inset-ring inset-ring-line hover:bg-danger-soft hover:inset-ring-danger/40 active:bg-danger-pressed',
  destroy:
    'bg-danger-solid text-on-accent shadow-low hover:bg-danger-solid-hover active:bg-danger-solid-pressed aria-disabled:hover:bg-danger-solid',
  unusable: 'cursor-default bg-sunken text-muted inset-ring inset-ring-line',
} as const

const sizes = {
  small: 'h-7 px-2.5 text-sm',
  medium: 'h-9 px-3.5 text-base',
  icon: 'size-8',
  'icon-small': 'size-7',
} as const

/** Classes of all pressable things: buttons, and links that look like buttons. */
export function buttonClass({ variant = 'secondary', size = 'medium', className }: ButtonLook = {}): string {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium',
    'transition-colors disabled:animate-dim disabled:cursor-not-allowed aria-disabled:cursor-default',
    'forced-colors:border forced-colors:border-[ButtonText] forced-colors:disabled:border-[GrayText]',
    variants[variant],
    sizes[size],
    className,
  )
}
