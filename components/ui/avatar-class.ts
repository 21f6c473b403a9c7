import { cx } from './cx.ts'

const TINTS = ['tint-0', 'tint-1', 'tint-2', 'tint-3', 'tint-4', 'tint-5', 'tint-6', 'tint-7'] as const

const sizes = {
  small: 'size-6 text-[0.6875rem]',
  medium: 'size-9 text-xs',
  large: 'size-16 text-lg',
} as const

export type AvatarLook = {
  /** Chooses the tint: the same number, the same calm colour. */
  seed: number
  size?: keyof typeof sizes
}

/** The look of an `Avatar`, for a link that is one. */
export function avatarClass({ seed, size = 'medium' }: AvatarLook): string {
  return cx('avatar tint', sizes[size], TINTS[Math.abs(seed) % TINTS.length])
}
