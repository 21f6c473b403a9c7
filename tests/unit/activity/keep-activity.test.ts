import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'
import { until } from '#tests/support/until.ts'

const DAY_MS = 24 * 60 * 60_000

async function open(settings = {}) {
  applySettings(settings)
  const output = [
    vi.spyOn(console, 'log').mockImplementation(() => {}),
    vi.spyOn(console, 'error').mockImplementation(() => {}),
  ]
  const [{ startKeepingActivity, sweepActivity }, { getActivityStore }, { getSqlite }] = await Promise.all([
    import('#lib/activity/keep-activity.ts'),
    import('#lib/store/activity-store.ts'),
    import('#lib/store/database.ts'),
  ])
  const add = (days: number) =>
    getSqlite()
      .prepare(
        "INSERT INTO activity (at, actor_email, action, outcome, details) VALUES (?, '', 'signed_out', 'done', '{}')",
      )
      .run(new Date(Date.now() - days * DAY_MS).toISOString())
  return { startKeepingActivity, sweepActivity, store: getActivityStore(), add, output, getSqlite }
}

test.each([
  [{}, [300, 31]],
  [{ ACTIVITY_DAYS: '30' }, []],
  [{ ACTIVITY_DAYS: '3650' }, [400, 366, 300, 31]],
])('entries older than the retention are deleted: %j', async (settings, kept) => {
  const { sweepActivity, store, add } = await open(settings)
  for (const days of [400, 366, 300, 31]) add(days)
  await sweepActivity(Date.now())
  expect(await store.count({})).toBe(kept.length)
})

test('a write that the previous run had begun is logged as unknown', async () => {
  const { startKeepingActivity, store } = await open()
  await store.intend({ actor: { id: '1', email: 'a@example.com' }, action: 'employee_deleted', employee: 5 })
  const begun = Date.now()
  await until('the next millisecond', () => Date.now() > begun)
  await startKeepingActivity()
  expect(await store.list({}, { limit: 9 })).toMatchObject([{ employee: 5, outcome: 'unknown' }])
})

test('a log that cannot be recovered is reported to the operator, and stops nothing', async () => {
  const { startKeepingActivity, output, getSqlite } = await open()
  getSqlite().exec('DROP TABLE activity_intents')
  await startKeepingActivity()
  expect(output.flatMap(({ mock }) => mock.calls.flat()).join()).toContain('activity_not_kept')
})

test('the start of the server recovers the log', () => {
  expect(readFileSync('instrumentation-node.ts', 'utf8')).toContain('await startKeepingActivity()')
})
