import { cx } from './cx.ts'

const sizes = {
  small: 'size-6 text-[0.6875rem]/6',
  medium: 'size-9 text-xs/9',
  large: 'size-16 text-lg/16',
} as const

type AvatarLook = {
  /** Selects the tint: the same number always gets the same colour. */
  seed: number
  size?: keyof typeof sizes
}

/** Round mark of an employee or user. Hidden from screen readers: the name is next to it. */
export function Avatar({ initials, ...look }: AvatarLook & { initials: string }) {
  return (
    <span aria-hidden="true" className={avatarClass(look)}>
      {initials}
    </span>
  )
}

const TINTS = ['tint-0', 'tint-1', 'tint-2', 'tint-3', 'tint-4', 'tint-5', 'tint-6', 'tint-7'] as const

/** Classes of an `Avatar`, for a link that looks like one. */
export function avatarClass({ seed, size = 'medium' }: AvatarLook): string {
  return cx('avatar tint', sizes[size], TINTS[Math.abs(seed) % TINTS.length])
}
