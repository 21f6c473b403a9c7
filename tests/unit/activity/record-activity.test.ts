import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ActivityEntry } from '#lib/contracts/activity.ts'
import { applySettings } from '#tests/support/desk-env.ts'

const ENTRY: ActivityEntry = {
  actor: { id: '1', email: 'anna@example.com' },
  action: 'employee_deleted',
  employee: 1001,
}

async function open() {
  applySettings()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const [{ recordActivity, recordWrite }, { getActivityStore }, { getSqlite }] = await Promise.all([
    import('#lib/activity/record-activity.ts'),
    import('#lib/store/activity-store.ts'),
    import('#lib/store/database.ts'),
  ])
  const list = () => getActivityStore().list({}, { limit: 100 })
  const refuse = (table: string) =>
    getSqlite().exec(
      `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'full'); END`,
    )
  const intents = () => getSqlite().prepare('SELECT count(*) AS n FROM activity_intents').get()?.n
  return {
    recordActivity,
    recordWrite,
    list,
    refuse,
    intents,
    recover: () => getActivityStore().recover('9999'),
  }
}

let desk: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  desk = await open()
})

const refused = { toDone: () => ENTRY, mayHaveHappened: () => false }
const lost = { toDone: () => ENTRY, mayHaveHappened: () => true }

describe('an entry', () => {
  test('an entry never contains more than its contract names', async () => {
    const withKey = { ...ENTRY, details: { key: 'pk_secret' } }
    await expect(desk.recordActivity(withKey as ActivityEntry)).rejects.toMatchObject({
      code: 'activity_unwritable',
    })
    await desk.recordActivity({
      ...ENTRY,
      actor: { ...ENTRY.actor, role: 'admin' } as ActivityEntry['actor'],
    })
    expect(await desk.list()).toMatchObject([{ actor: ENTRY.actor }])
    expect(JSON.stringify(await desk.list())).not.toMatch(/pk_secret|role/)
  })

  test('an entry keeps a typed e-mail only when it is one, because it may be a password', async () => {
    for (const email of ['correct horse battery', 'x@example.com'])
      await desk.recordActivity({ actor: { id: null, email }, action: 'sign_in_failed' })
    expect((await desk.list()).map(({ actor }) => actor.email)).toEqual(['x@example.com', ''])
  })

  test('an activity entry that cannot be written is an error that says so', async () => {
    desk.refuse('activity')
    await expect(desk.recordActivity(ENTRY)).rejects.toMatchObject({
      code: 'activity_unwritable',
    })
  })
})

describe('a write', () => {
  test('a write is not begun when its intent cannot be written', async () => {
    desk.refuse('activity_intents')
    const run = vi.fn(async () => {})
    await expect(desk.recordWrite(ENTRY, { run, ...refused })).rejects.toMatchObject({
      code: 'activity_unwritable',
    })
    expect(run).not.toHaveBeenCalled()
  })

  test('a write that could not be recorded says that it was done, and is recorded at the start', async () => {
    desk.refuse('activity')
    await expect(desk.recordWrite(ENTRY, { run: async () => {}, ...refused })).rejects.toMatchObject({
      code: 'not_recorded',
    })
    const { getSqlite } = await import('#lib/store/database.ts')
    getSqlite().exec('DROP TRIGGER full_activity')
    await desk.recover()
    expect(await desk.list()).toMatchObject([{ ...ENTRY, outcome: 'unknown' }])
  })

  test('a refused write leaves no entry and no intent', async () => {
    const run = () => Promise.reject(new Error('no'))
    await expect(desk.recordWrite(ENTRY, { run, ...refused })).rejects.toThrow('no')
    expect([await desk.list(), desk.intents()]).toEqual([[], 0])
  })

  test('a write whose answer was lost is recorded as unknown', async () => {
    const run = () => Promise.reject(new Error('lost'))
    await expect(desk.recordWrite(ENTRY, { run, ...lost })).rejects.toThrow('lost')
    expect(await desk.list()).toMatchObject([{ ...ENTRY, outcome: 'unknown' }])
    expect(desk.intents()).toBe(0)
  })

  test('a failed write that cannot be recorded either keeps its own reason and its intent', async () => {
    desk.refuse('activity')
    const run = () => Promise.reject(new Error('lost'))
    await expect(desk.recordWrite(ENTRY, { run, ...lost })).rejects.toThrow('lost')
    expect(desk.intents()).toBe(1)
  })
})
