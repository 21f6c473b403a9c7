/** The consequences of a run's end are recorded once, also when the desk crashed right after the end. */
import { expect, test } from 'vitest'
import {
  create,
  createFolder,
  lastRun,
  openDelivered,
  read,
  readFolder,
  toFolder,
} from '#tests/support/deliveries.ts'
import { type Person, startDesk } from '#tests/support/desk.ts'
import { until } from '#tests/support/until.ts'

async function resume(): Promise<void> {
  const { resumeAfterStart } = await import('#lib/jobs/resume.ts')
  const { DELIVERIES } = await import('#lib/deliveries/run/run-job.ts')
  await resumeAfterStart(DELIVERIES as never)
}

async function countEnds(person: Person): Promise<number> {
  const { body } = await person.json<{ data: unknown[] }>('GET', '/api/activity?action=delivery_run_ended')
  return body.data.length
}

test('an end that could not be recorded is reported at the next start, and only then', async () => {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings })
  const admin = await desk.signIn('admin')
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  const { getSqlite } = await import('#lib/store/database.ts')
  getSqlite().exec(
    "CREATE TRIGGER away BEFORE INSERT ON activity WHEN NEW.action = 'delivery_run_ended' BEGIN SELECT RAISE(ABORT, 'away'); END",
  )
  await admin.json('POST', `/api/deliveries/${delivery.id}/runs/${review.id}/confirm`)
  await lastRun(admin, delivery, 'done')
  const { getHeldJobs } = await import('#lib/jobs/job.ts')
  await until('it is put down', async () => !getHeldJobs().has(review.id))
  getSqlite().exec('DROP TRIGGER away')
  expect(await countEnds(admin)).toBe(0)
  for (let start = 0; start < 2; start += 1) {
    await resume()
    expect(await countEnds(admin)).toBe(1)
  }
})

test('a failed run of a killed desk counts once, with the files that it had sent', async () => {
  const { admin, delivery, first, folder, ready } = await openDelivered()
  const { getDatabase } = await import('#lib/store/database.ts')
  const { getDeliveryStore } = await import('#lib/store/delivery-store.ts')
  const { getDeliveryRunStore } = await import('#lib/store/delivery-run-store.ts')
  const { toRun } = await import('#lib/deliveries/manage/keep-schedule.ts')
  const runs = getDeliveryRunStore()
  const keyFingerprint = String((await runs.find(first.id))?.key_fingerprint)
  const run = toRun(delivery.id, { id: 'desk', email: '' }, { keyFingerprint })
  await getDeliveryStore().begin(run)
  const [item] = (await runs.items(first.id)).filter(({ employee_id }) => employee_id === ready[0]?.id)
  if (!item) throw new Error('Nobody was delivered.')
  await getDatabase().run('DELETE FROM delivery_places WHERE employee_id = ?', item.employee_id)
  await runs.savePlan(run.id, [{ ...item, state: 'sent' }], { planned_at: new Date().toISOString() })
  const end = { state: 'failed', error: 'unreachable', ended_at: new Date().toISOString() } as const
  await runs.update(run.id, { ...end, is_unsettled: true }, ['running'])
  for (let start = 0; start < 2; start += 1) {
    await resume()
    const now = await read(admin, delivery)
    expect(now.failures).toBe(1)
    expect(now.places.there).toBe(ready.length)
    expect(await countEnds(admin)).toBe(2)
  }
  expect(readFolder(folder).size).toBeGreaterThan(0)
})
