import type { Activity, ActivityPage } from '#lib/contracts/activity.ts'
import type { Desk, Person } from './desk.ts'

/** All entries of the log that match the search, newest first, as an administrator reads them. */
export async function readActivity(admin: Person, search = ''): Promise<Activity[]> {
  const { status, body } = await admin.json<ActivityPage>('GET', `/api/activity${search && `?${search}`}`)
  if (status !== 200) throw new Error(`The activity was refused: ${status}`)
  return body.data
}

/** The result of `run`, and the log entries that it has caused, oldest first. */
export async function recordedBy<Result>(
  desk: Desk,
  run: () => Promise<Result>,
): Promise<{ result: Result; entries: Activity[] }> {
  const admin = await desk.signIn('admin')
  const before = new Set((await readActivity(admin)).map(({ id }) => id))
  const result = await run()
  const entries = (await readActivity(admin)).filter(({ id }) => !before.has(id))
  return { result, entries: entries.toReversed() }
}

/** Makes every new row of a table fail, as a full disk would. */
export async function refuseRows(table: 'activity' | 'activity_intents'): Promise<void> {
  const { getSqlite } = await import('#lib/store/database.ts')
  getSqlite().exec(
    `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'full'); END`,
  )
}
