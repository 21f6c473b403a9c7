/**
 * Makes password hashes cheap enough for a thousand tests: at the desk's own cost, one takes half a second of a
 * processor (`passwords.test.ts` pays it). It runs before any module imports `scrypt`.
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
/** The test files of a worker share their process, and each of them runs this. */
if (dear.name !== 'cheapScrypt') {
  const cheapScrypt: Scrypt = (password, salt, bytes, options, then) =>
    dear(password, salt, bytes, { ...options, N: 1024 }, then)
  Object.assign(crypto, { scrypt: cheapScrypt })
  syncBuiltinESMExports()
}
