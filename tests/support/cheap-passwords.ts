/**
 * Passwords are proved and kept at a cost that a thousand tests can afford: one at the desk's own takes half a second of a
 * processor (`passwords.test.ts` pays it). Set before any module asks for `scrypt`, and for all of them.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  bytes: number,
  options: crypto.ScryptOptions,
  then: (error: Error | null, key: Buffer) => void,
) => void

const dear: Scrypt = crypto.scrypt
/** The files of a worker share their process, and each of them comes by here. */
if (dear.name !== 'cheapScrypt') {
  const cheapScrypt: Scrypt = (password, salt, bytes, options, then) =>
    dear(password, salt, bytes, { ...options, N: 1024 }, then)
  Object.assign(crypto, { scrypt: cheapScrypt })
  syncBuiltinESMExports()
}
