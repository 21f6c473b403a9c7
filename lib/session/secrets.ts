import 'server-only'
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getEnv } from '#lib/settings/env.ts'

/** One operator's secret, a key for each purpose: what breaks one of them says nothing about the others (RFC 5869). */
export function getNextAuthSecret(): string {
  return derive(getSecret(), 'next-auth session')
}

export type SealPurpose = 'person' | 'company' | 'delivery' | 'own_photo'

/** The current one, and those that may open what was sealed before, by iron-session's integer ids. */
type SealPasswords = { current: Record<string, string>; all: Record<string, string> }

/**
 * The id comes from the secret itself, so a replaced secret can never pass for the old one. While
 * `APP_SECRET_PREVIOUS` is set, what was sealed with it can still be opened; nothing is sealed with it any more.
 */
export function getSealPasswords(purpose: SealPurpose): SealPasswords {
  const current = toPassword(getSecret(), purpose)
  const { appSecretPrevious } = getEnv()
  return { current, all: { ...(appSecretPrevious && toPassword(appSecretPrevious, purpose)), ...current } }
}

/** For the seals of known devices: the first one seals, and each of them opens. */
export function getDeviceKeys(): [string, ...string[]] {
  const { appSecretPrevious } = getEnv()
  const former = appSecretPrevious ? [derive(appSecretPrevious, 'known device')] : []
  return [derive(getSecret(), 'known device'), ...former]
}

/** What the store keeps of a secret that it only has to recognize. Enough for random secrets, not for passwords. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function toPassword(secret: string, purpose: SealPurpose): Record<string, string> {
  const password = derive(secret, `iron-session ${purpose}`)
  return { [Number.parseInt(sha256(password).slice(0, 8), 16)]: password }
}

/** Of the few secrets and purposes that there are: each request asks for some. */
const derived = new Map<string, string>()

function derive(secret: string, purpose: string): string {
  const name = `${purpose} ${secret}`
  const key = derived.get(name) ?? toKey(secret, purpose)
  derived.set(name, key)
  return key
}

function toKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `portrait-desk ${purpose}`, 32)).toString('base64url')
}

function getSecret(): string {
  return getEnv().appSecret ?? getPracticeSecret()
}

/** Practice mode has no operator: a secret is made once, so that a restart does not sign people out. */
function getPracticeSecret(): string {
  const { dataDir } = getEnv()
  const path = join(dataDir, 'practice-secret')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(path, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
  return readFileSync(path, 'utf8')
}
