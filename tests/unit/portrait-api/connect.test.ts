import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { applySettings } from '#tests/support/desk-env.ts'

beforeEach(() => void applySettings({ PORTRAIT_API_LIMIT: '8', PORTRAIT_API_WINDOW_MS: '5000' }))
const load = () => import('#lib/portrait-api/connect.ts')

test('clients with one key share one budget, and other keys have their own', async () => {
  const { connectWithKey } = await load()
  const [one, same, other] = ['pk_one', 'pk_one', 'pk_other'].map(key => connectWithKey(key))
  await one?.budget.acquire('background')
  expect([one, same, other].map(client => client?.budget.state().free)).toEqual([7, 7, 8])
})

test('the budget has the limit and the window of the settings', async () => {
  const { connectWithKey } = await load()
  expect(connectWithKey('pk_one').budget.state()).toMatchObject({ limit: 8, windowMs: 5000 })
})

test('a fingerprint distinguishes keys without revealing them', async () => {
  const { connectWithKey } = await load()
  const { keyFingerprint } = connectWithKey('pk_one')
  expect(keyFingerprint).toMatch(/^[0-9a-f]{32}$/)
  expect(keyFingerprint).toBe(connectWithKey('pk_one').keyFingerprint)
  expect(keyFingerprint).not.toBe(connectWithKey('pk_onf').keyFingerprint)
})

describe('a restarted desk', () => {
  /** Connects as the desk does; only the data folder of the previous process is left. */
  async function startDesk() {
    vi.resetModules()
    Reflect.deleteProperty(globalThis, 'portraitDesk')
    const { connectWithKey } = await load()
    const { openCallRecord } = await import('#lib/store/call-store.ts')
    return (key: string) => connectWithKey(key, { openRecord: openCallRecord }).budget
  }
  const readCalls = async () =>
    (await import('#lib/store/database.ts')).getSqlite().prepare('SELECT * FROM calls').all()

  beforeEach(stopClock)

  test('a restarted desk keeps the limit of the previous one, even if that one crashed in a call', async () => {
    const before = (await startDesk())('pk_one')
    const [answered, neverMade] = [await before.acquire('background'), await before.acquire('background')]
    await before.acquire('background')
    answered.arrived()
    neverMade.giveBack()
    const budgetOf = await startDesk()
    expect([budgetOf('pk_one').state().free, budgetOf('pk_other').state().free]).toEqual([6, 8])
    await passMs(4_999)
    expect(budgetOf('pk_one').state().free).toBe(6)
    await passMs(1)
    expect(budgetOf('pk_one').state().free).toBe(8)
  })

  test('a restarted desk forgets calls that the service has forgotten, and stores few', async () => {
    const before = (await startDesk())('pk_one')
    for (const _ of Array(8)) (await before.acquire('background')).arrived()
    await passMs(5_001)
    const budget = (await startDesk())('pk_one')
    expect(budget.state().free).toBe(8)
    ;(await budget.acquire('background')).arrived()
    expect(await readCalls()).toHaveLength(1)
  })

  test('a restarted desk waits no longer than a window when the clock was set back', async () => {
    const before = (await startDesk())('pk_one')
    for (const _ of Array(8)) (await before.acquire('background')).arrived()
    vi.setSystemTime(Date.now() - 3_600_000)
    expect((await startDesk())('pk_one').state()).toMatchObject({ free: 0, nextFreeMs: 5_000 })
  })

  test('a restarted desk calls the service even if its disk is full', async () => {
    const budget = (await startDesk())('pk_one')
    ;(await import('#lib/store/database.ts')).getSqlite().exec('PRAGMA query_only = ON')
    // An unhandled rejection would end the desk.
    const lost = vi.fn()
    process.on('unhandledRejection', lost)
    onTestFinished(() => void process.off('unhandledRejection', lost))
    ;(await budget.acquire('background')).arrived()
    expect(budget.state().free).toBe(7)
    expect(await readCalls()).toHaveLength(0)
    await new Promise(resolve => setImmediate(resolve))
    expect(lost).not.toHaveBeenCalled()
  })
})
