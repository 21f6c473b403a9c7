import 'server-only'
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getEnv } from '#lib/settings/env.ts'

/**
 * Derives a key for each purpose from the operator's one secret: a broken key says nothing about the others (RFC 5869).
 */
export function getNextAuthSecret(): string {
  return derive(getSecret(), 'next-auth session')
}

export type SealPurpose = 'person' | 'company' | 'delivery' | 'own_photo'

/** The current password, and all that may open existing seals, by iron-session's integer ids. */
type SealPasswords = { current: Record<string, string>; all: Record<string, string> }

/**
 * Derives the id from the secret itself, so a new secret can never pass for the old one. While `APP_SECRET_PREVIOUS` is
 * set, seals made with it can still be opened; no new ones are made with it.
 */
export function getSealPasswords(purpose: SealPurpose): SealPasswords {
  const current = toPassword(getSecret(), purpose)
  const { appSecretPrevious } = getEnv()
  return { current, all: { ...(appSecretPrevious && toPassword(appSecretPrevious, purpose)), ...current } }
}

/** Keys for the seals of known devices: the first one seals, and each of them opens. */
export function getDeviceKeys(): [string, ...string[]] {
  const { appSecretPrevious } = getEnv()
  const former = appSecretPrevious ? [derive(appSecretPrevious, 'known device')] : []
  return [derive(getSecret(), 'known device'), ...former]
}

/** Hash of a secret that the store only has to recognize. Strong enough for random secrets, not for passwords. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function toPassword(secret: string, purpose: SealPurpose): Record<string, string> {
  const password = derive(secret, `iron-session ${purpose}`)
  return { [Number.parseInt(sha256(password).slice(0, 8), 16)]: password }
}

/** Cache of the few derived keys, because each request needs some. */
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

/** Practice mode has no operator: a secret is generated once, so that a restart does not sign users out. */
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
