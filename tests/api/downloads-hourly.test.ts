/** Each download adds a row for each person to the log, whose rows cannot be deleted. So downloads are limited. */
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ActivityEntry } from '#lib/contracts/activity.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ended, startExport } from '#tests/support/exports.ts'

const LIST = `/api/projects/${COMPLETED_PROJECT.id}/people/list?format=csv`
const HOUR_SECONDS = 60 * 60

async function countNamed(): Promise<number> {
  const { getDatabase } = await import('#lib/store/database.ts')
  return Number((await getDatabase().get('SELECT count(*) AS n FROM activity_people'))?.n)
}

test.each([
  ['en', /^You have made 3 downloads within an hour/],
  ['de', /^Sie haben innerhalb einer Stunde 3 Downloads abgeholt/],
])(
  'a person may take so many lists an hour, and is told so (%s); others take theirs',
  async (language, said) => {
    const desk = startDesk({ settings: { QUOTA_DOWNLOADS_HOURLY: '3' } })
    const [viewer, other] = [await desk.signIn('viewer'), await desk.signIn('viewer')]
    for (let taken = 0; taken < 3; taken += 1) expect((await viewer.call('GET', LIST)).status).toBe(200)
    const named = await countNamed()
    const refused = await viewer.call('GET', LIST, { headers: { 'accept-language': language } })
    expect(refused.status).toBe(429)
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(HOUR_SECONDS - 120)
    expect(wait).toBeLessThanOrEqual(HOUR_SECONDS)
    expect(await refused.json()).toMatchObject({
      code: 'too_many_downloads',
      message: expect.stringMatching(said),
    })
    expect(await countNamed()).toBe(named)
    expect((await other.call('GET', LIST)).status).toBe(200)
  },
)

test('downloads are allowed again an hour later; entries of a clock that was ahead do not count', async () => {
  startDesk({ settings: { QUOTA_DOWNLOADS_HOURLY: '1' } })
  const { recordDownload } = await import('#lib/activity/record-activity.ts')
  const actor = { id: 'viewer', email: 'viewer@example.com' }
  const entry: ActivityEntry = {
    actor,
    action: 'list_downloaded',
    employees: [1],
    details: { count: 1, format: 'csv' },
  }
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 61 * 60_000 })
  await recordDownload(entry)
  await expect(recordDownload(entry)).rejects.toMatchObject({ code: 'too_many_downloads' })
  vi.setSystemTime(Date.now() + 2 * 365 * 86_400_000)
  await recordDownload(entry)
  vi.useRealTimers()
  await recordDownload(entry)
})

test('an archive counts towards the hourly limit', async () => {
  const desk = startDesk({ settings: { QUOTA_DOWNLOADS_HOURLY: '1' } })
  const editor = await desk.signIn()
  const { id } = await ended(editor, await startExport(editor, COMPLETED_PROJECT.id))
  const take = async () => {
    const answer = await editor.call('GET', `/api/exports/${id}/archive`)
    await answer.arrayBuffer()
    return answer.status
  }
  expect([await take(), await take()]).toEqual([200, 429])
})

test('a nearly full disk stops lists from writing names into the log', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  vi.doMock('node:fs/promises', async original => ({
    ...(await original<typeof import('node:fs/promises')>()),
    statfs: async () => ({ bavail: 9, bsize: 1024 * 1024 }),
  }))
  vi.resetModules()
  onTestFinished(() => void vi.doUnmock('node:fs/promises'))
  expect(await viewer.json('GET', LIST)).toMatchObject({ status: 507, body: { code: 'disk_full' } })
})
