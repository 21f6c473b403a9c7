import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const TINTS = ['tint-0', 'tint-1', 'tint-2', 'tint-3', 'tint-4', 'tint-5', 'tint-6', 'tint-7'] as const

const sizes = {
  small: 'size-6 text-[0.6875rem]',
  medium: 'size-9 text-xs',
  large: 'size-16 text-lg',
} as const

type AvatarProps = {
  initials: string
  /** Chooses the tint: the same number, the same calm colour. */
  seed: number
  size?: keyof typeof sizes
  /** A picture that covers the initials as soon as it is there. */
  children?: ReactNode
}

/** A person as a round mark. It is never spoken: the name stands beside it. */
export function Avatar({ initials, seed, size = 'medium', children }: AvatarProps) {
  return (
    <span aria-hidden="true" className={cx('avatar tint', sizes[size], TINTS[Math.abs(seed) % TINTS.length])}>
      {initials}
      {children}
    </span>
  )
}
