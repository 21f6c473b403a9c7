import 'server-only'
import { createHash } from 'node:crypto'

/** What the store keeps in place of a secret that it only has to recognize. Enough for random secrets, not for passwords. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
