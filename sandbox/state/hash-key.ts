import { createHash } from 'node:crypto'

/** Keys are long random texts, so one SHA-256 is enough; a slow hash is for passwords. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
