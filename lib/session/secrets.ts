import 'server-only'
import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getEnv } from '#lib/env.ts'

/** One operator's secret, two keys: what breaks one of them says nothing about the other (RFC 5869). */
export function getNextAuthSecret(): string {
  return derive('next-auth session')
}

export function getSealPassword(): string {
  return derive('iron-session connection')
}

function derive(purpose: string): string {
  const secret = getEnv().appSecret ?? getPracticeSecret()
  return Buffer.from(hkdfSync('sha256', secret, '', `portrait-desk ${purpose}`, 32)).toString('base64url')
}

/** Practice mode has no operator: a secret is made once, so that a restart does not sign people out. */
function getPracticeSecret(): string {
  const { dataDir } = getEnv()
  const path = join(dataDir, 'practice-secret')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(path, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(path, 'utf8')
}
