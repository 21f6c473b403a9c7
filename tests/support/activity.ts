import type { Activity, ActivityPage } from '#lib/contracts/activity.ts'
import type { Desk, Person } from './desk.ts'

/** Everything in the log that these actions wrote, newest first, as an administrator reads it. */
export async function readActivity(admin: Person, search = ''): Promise<Activity[]> {
  const { status, body } = await admin.json<ActivityPage>('GET', `/api/activity${search && `?${search}`}`)
  if (status !== 200) throw new Error(`The activity was refused: ${status}`)
  return body.data
}

/** What the log says beyond what it said before: `run` and the entries that it has caused, oldest first. */
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

/** Lets every new row of a table be refused, as a full disk would. */
export async function refuseRows(table: 'activity' | 'activity_intents'): Promise<void> {
  const { getSqlite } = await import('#lib/store/database.ts')
  getSqlite().exec(
    `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'full'); END`,
  )
}
