import { beforeEach, expect, test } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'

beforeEach(() => void applySettings({ PORTRAIT_API_LIMIT: '8', PORTRAIT_API_WINDOW_MS: '5000' }))
const load = () => import('#lib/portrait-api/connect.ts')

test('everybody with the same key shares one budget, other keys have their own', async () => {
  const { connectWithKey } = await load()
  const [one, same, other] = ['pk_one', 'pk_one', 'pk_other'].map(key => connectWithKey(key))
  await one?.budget.acquire('background')
  expect([one, same, other].map(client => client?.budget.state().free)).toEqual([7, 7, 8])
})

test('the budget has the limit and the window of the settings', async () => {
  const { connectWithKey } = await load()
  expect(connectWithKey('pk_one').budget.state()).toMatchObject({ limit: 8, windowMs: 5000 })
})

test('a fingerprint tells keys apart without telling the key', async () => {
  const { connectWithKey } = await load()
  const { keyFingerprint } = connectWithKey('pk_one')
  expect(keyFingerprint).toMatch(/^[0-9a-f]{32}$/)
  expect(keyFingerprint).toBe(connectWithKey('pk_one').keyFingerprint)
  expect(keyFingerprint).not.toBe(connectWithKey('pk_onf').keyFingerprint)
})
