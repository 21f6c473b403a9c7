import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP_SECRET, applySettings, PRACTICE_SETTINGS } from '#tests/support/desk-env.ts'

const load = async (settings = {}) => {
  const { dataDir } = applySettings(settings)
  const { getDeviceKeys, getNextAuthSecret, getSealPasswords } = await import('#lib/session/secrets.ts')
  const read = () => [
    getNextAuthSecret(),
    ...Object.values(getSealPasswords('person').current),
    ...Object.values(getSealPasswords('company').current),
    ...getDeviceKeys(),
  ]
  return { dataDir, secrets: read(), again: read }
}

test('one secret of the operator becomes four keys that reveal nothing about each other', async () => {
  const { secrets, again } = await load()
  expect(new Set([...secrets, APP_SECRET]).size).toBe(5)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(again()).toEqual(secrets)
  expect((await load()).secrets).toEqual(secrets)
  expect((await load({ APP_SECRET: `${APP_SECRET}!` })).secrets).not.toEqual(secrets)
})

test('practice mode creates its secret once, readable by its owner only', async () => {
  const { dataDir, secrets, again } = await load(PRACTICE_SETTINGS)
  const path = join(dataDir, 'practice-secret')
  const kept = readFileSync(path, 'utf8')
  expect(kept.length).toBeGreaterThanOrEqual(43)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(again()).toEqual(secrets)
  expect(readFileSync(path, 'utf8')).toBe(kept)
  expect((await load(PRACTICE_SETTINGS)).secrets).not.toEqual(secrets)
})
