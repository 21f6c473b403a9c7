import { type AvatarLook, avatarClass } from './avatar-class.ts'

/** A person as a round mark. It is never spoken: the name stands beside it. */
export function Avatar({ initials, ...look }: AvatarLook & { initials: string }) {
  return (
    <span aria-hidden="true" className={avatarClass(look)}>
      {initials}
    </span>
  )
}
