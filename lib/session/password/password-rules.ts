import 'server-only'
import type { PasswordProblem } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { sha256 } from '#lib/session/secrets.ts'
import common from './common-passwords.json' with { type: 'json' }

/** Number of characters that must remain after names and commonly tried words are removed from a password. */
const OWN_MIN = 8
const TRIED_FIRST = ['password', 'passwort', 'kennwort', 'welcome', 'willkommen', 'portrait', 'desk', 'admin']
const KEYBOARDS = ['qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm', 'azertyuiopqsdfghjklmwxcvbn']
/** Share of consecutive characters from which a password counts as a sequence. */
const SEQUENCE_SHARE = 0.75

/**
 * Returns why this password would be guessed early, or null. The schema checks its length. There are no rules about
 * kinds of characters (NIST SP 800-63B-4, section 3.1.1.2). `names` are known to an attacker: the email, the desk's
 * name.
 */
export function findPasswordProblem(password: string, names: readonly string[]): PasswordProblem | null {
  const text = password.normalize('NFKC').toLowerCase()
  if (isPattern(text)) return 'pattern'
  if (isCommon(text)) return 'common'
  return withoutWords(text, names).length < OWN_MIN ? 'names' : null
}

/** Throws `invalid` with the problem as the reason of the field `password`. */
export function requireGoodPassword(password: string, names: readonly string[]): void {
  const problem = findPasswordProblem(password, names)
  if (problem) throw new DeskError('invalid', { errors: { password: [problem] } })
}

/**
 * Compares 5 bytes of a hash: one password in a hundred million is taken for a common one. See
 * docs/decisions/007-passwords-and-sign-in-attempts.md.
 */
function isCommon(text: string): boolean {
  const wanted = Buffer.from(sha256(text), 'hex').subarray(0, common.bytesEach)
  const hashes = Buffer.from(common.hashes, 'base64')
  for (let at = 0; at < hashes.length; at += common.bytesEach)
    if (wanted.equals(hashes.subarray(at, at + common.bytesEach))) return true
  return false
}

function isPattern(text: string): boolean {
  return /^(.{1,12}?)\1+.{0,3}$/su.test(text) || isSequence(text) || isKeyboardRun(text)
}

/** True for `123456789012345`, `abcdefghijklmno`, and the same backwards. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, character => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1)
  return steps.length >= SEQUENCE_SHARE * (codes.length - 1)
}

function isKeyboardRun(text: string): boolean {
  const letters = text.replaceAll(/[^a-z]/g, '')
  const runs = KEYBOARDS.flatMap(row => [row + row, [...row, ...row].reverse().join('')])
  return (
    letters.length >= OWN_MIN &&
    runs.some(run => run.includes(letters)) &&
    text.length - letters.length < OWN_MIN
  )
}

function withoutWords(text: string, names: readonly string[]): string {
  const words = [...names.flatMap(toWords), ...TRIED_FIRST].sort((a, b) => b.length - a.length)
  return words.reduce((rest, word) => rest.replaceAll(word, ''), text)
}

/** Returns `anna.muster@example.com` as a whole and its parts. */
function toWords(name: string): string[] {
  const whole = name.normalize('NFKC').toLowerCase()
  return [whole, ...whole.split(/[^\p{L}\p{N}]+/u)].filter(word => word.length >= 3)
}
