import 'server-only'
import { existsSync } from 'node:fs'
import { describeError } from '#lib/describe-error.ts'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { forgetPhotos, personFolder } from '#lib/photo-store/photo-store.ts'
import { type PortraitClient, touchedByDelete } from '#lib/portrait-api/client.ts'
import { findKeyStates } from '#lib/portrait-api/connect.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { toExactInstant } from '#lib/portrait-api/photo-version.ts'
import { isUnapproved } from '#lib/portrait-api/portrait-status.ts'
import type { RecentRecords } from '#lib/portrait-api/recent-records.ts'
import { publishDeskEvent } from '#lib/ports/desk-events.ts'
import { singleton } from '#lib/singleton.ts'
import { getDatabase } from '#lib/store/database.ts'
import { NAMED_ENTRY } from '#lib/store/export-counts.ts'
import { forgetInExports } from '#lib/store/forget-in-exports.ts'
import { EMPLOYEES_PURGED, PHOTOS_WITHDRAWN } from './employee-events.ts'
import { forgetGoneInExports } from './gone-in-exports.ts'
import { patchRosters } from './held-rosters.ts'
import { isSameSource, noteProjects } from './service-bond.ts'

/** Who is missing in a list is asked for one by one; the others when it is read next. */
const LOOKS_MAX = 20
/** What the disk knows of a project is compared with its people so often: it also finds who left while nobody looked. */
const COMPARE_EVERY_MS = 60 * 60_000

/** Records that were looked at; a person of whom anything changes is a new record. */
const seen = new WeakSet<Employee>()
/** In which state the other desks were told of whom, by id: everybody is read again and again, and news of it are kept for long. */
const told = new Map<number, string>()

/**
 * Whoever of them has no approval (any more) leaves the desk's disk and its archives as soon as the desk hears of it. What is
 * only unclear takes no approval back: the photo is handed to nobody (`whyHeldBack`), and nothing is deleted. Nor does a record that
 * was long on its way, when the service has shown an approval since: a list of many pages ends minutes after it has begun.
 */
export async function hearWithdrawn(client: PortraitClient, employees: readonly Employee[]): Promise<void> {
  for (const { id, photo } of employees) if (photo.approved) told.delete(id)
  const withdrawn = leaveOutApproved(employees.filter(one => isUnapproved(one) && !seen.has(one)))
  if (withdrawn.length === 0 || !(await isSameSource(client))) return
  const ids = withdrawn.map(({ id }) => id)
  await forgetPhotos(ids)
  void tellWithdrawn(withdrawn)
  if (!(await attempt(() => forgetInExports(ids, { why: 'not_approved', entirely: false })))) return
  for (const employee of withdrawn) seen.add(employee)
}

/** Without those whom the service has shown otherwise since, to whichever key. */
function leaveOutApproved(employees: readonly Employee[]): Employee[] {
  const seenBy = findKeyStates().map(({ recent }) => recent)
  return employees.filter(({ id }) => {
    const sentAt = (recent: RecentRecords) => recent.sentAt(id) ?? Number.NEGATIVE_INFINITY
    const [newest] = seenBy.toSorted((one, other) => sentAt(other) - sentAt(one))
    const now = newest?.lastSeen(id)
    return !now || isUnapproved(now)
  })
}

async function tellWithdrawn(employees: readonly Employee[]): Promise<void> {
  const toState = ({ status, uploaded_at, photo }: Employee) =>
    [status, ...[uploaded_at, photo.edited_at].map(at => at && toExactInstant(at))].join(' ')
  const news = employees.filter(employee => told.get(employee.id) !== toState(employee))
  for (const employee of news) told.set(employee.id, toState(employee))
  if (news.length > 0) await publishDeskEvent(PHOTOS_WITHDRAWN, { people: news.map(({ id }) => id) })
}

/**
 * The person was deleted at the service: their photos go at once, and so do they from all exports. What else names them
 * goes within `GONE_DAYS`. A disk that refuses goes to the log and fails nothing; who is left over is found again: while they are not
 * marked, when the project is compared, and after that by the sweep.
 */
export async function hearGone(employeeId: number): Promise<void> {
  letGoOf([employeeId])
  await forgetPhotos([employeeId])
  await attempt(async () => {
    await getDatabase().run(
      'INSERT INTO gone_people VALUES (?, ?) ON CONFLICT DO NOTHING',
      ...[employeeId, new Date().toISOString()],
    )
    await forgetGoneInExports([employeeId])
  })
  await publishDeskEvent(EMPLOYEES_PURGED, { people: [employeeId] })
}

/** What this desk holds of them in memory goes, whichever key it was read with: no list shows them any more. */
export function letGoOf(people: readonly number[]): void {
  for (const { keyFingerprint, cache, recent } of findKeyStates())
    for (const id of people) {
      recent.forget(id)
      cache.forget(address => touchedByDelete(id).test(address))
      patchRosters({ keyFingerprint }, id, null)
    }
}

/**
 * Runs what asks for one person. When the service knows nobody of this id, they are gone; unless this key never had
 * anything of them: then they may be another customer's (specification section 7, 404).
 */
export async function hearing<Result>(
  client: PortraitClient,
  employeeId: number,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const wasTheirs =
      client.recent.lastSeen(employeeId) !== null ||
      existsSync(personFolder(client.keyFingerprint, employeeId))
    if (isUnknown(error) && wasTheirs && (await isSameSource(client))) await hearGone(employeeId)
    throw error
  }
}

type Listed = {
  client: PortraitClient
  projectId: number
  people: ReadonlyMap<number, Employee>
  /** Who was in the list before. */
  before: Iterable<number>
}

/**
 * Everybody of a project was read. Who was there before, or is on the desk's disk, and is not in the list is asked for,
 * because one wrong list must not cost what cannot be had again; only a 404 counts.
 */
export async function hearEverybody({ client, projectId, people, before }: Listed): Promise<void> {
  const compared = singleton('compared-projects', () => new Map<number, number>())
  const unasked = singleton('people-not-asked-for', () => new Map<number, Set<number>>())
  const isDue = performance.now() - (compared.get(projectId) ?? Number.NEGATIVE_INFINITY) >= COMPARE_EVERY_MS
  try {
    if (!(await isSameSource(client))) return
    await noteProjects(client)
    await forgetReturned(people)
    const left = [...before, ...(unasked.get(projectId) ?? [])].filter(id => !people.has(id))
    const kept = isDue ? (await listKept(projectId)).filter(id => !people.has(id)) : []
    const missing = new Set([...left, ...kept])
    unasked.set(projectId, missing)
    if (isDue && missing.size <= LOOKS_MAX) compared.set(projectId, performance.now())
    for (const id of [...missing].slice(0, LOOKS_MAX)) {
      await look(client, id)
      missing.delete(id)
    }
  } catch (error) {
    log('warn', 'people_not_compared', { project: projectId, ...describeError(error) })
  }
}

async function look(client: PortraitClient, employeeId: number): Promise<void> {
  try {
    await client.getEmployee(employeeId, { lane: 'idle', fresh: true })
  } catch (error) {
    if (!isUnknown(error)) throw error
    await hearGone(employeeId)
  }
}

/** A service that has lost somebody for a while has lost nobody. */
async function forgetReturned(people: ReadonlyMap<number, Employee>): Promise<void> {
  const gone = await getDatabase().all('SELECT employee_id AS id FROM gone_people')
  const back = gone.map(({ id }) => Number(id)).filter(id => people.has(id))
  for (const id of back) await getDatabase().run('DELETE FROM gone_people WHERE employee_id = ?', id)
}

const ofExports = (list: 'problems' | 'waiting') =>
  `SELECT CAST(p.value ->> 'employee_id' AS BIGINT) AS id FROM exports AS x, json_each(x.${list}) AS p
   WHERE x.project_id = $project AND p.value ->> 'name' <> ''`

/** Whom each place of `lib/personal-data/places.ts` still names of a project; a test holds them side by side. */
export const NAMED_IN: Record<string, string> = {
  exports: `${ofExports('problems')} UNION ${ofExports('waiting')}`,
  export_entries: `SELECT e.employee_id AS id FROM export_entries AS e JOIN exports AS x ON x.id = e.export_id
    WHERE x.project_id = $project AND ${NAMED_ENTRY}`,
  given_before: `SELECT b.employee_id AS id FROM given_before AS b JOIN exports AS x ON x.id = b.export_id
    WHERE x.project_id = $project
      AND (b.is_out = 0 OR b.employee_id NOT IN (SELECT employee_id FROM gone_people))`,
  import_rows: `SELECT r.employee_id AS id FROM import_rows AS r JOIN imports AS i ON i.id = r.import_id
    WHERE i.project_id = $project AND r.employee_id IS NOT NULL`,
  batch_people: `SELECT p.employee_id AS id FROM batch_people AS p JOIN batches AS b ON b.id = p.batch_id
    WHERE b.project_id = $project AND p.name <> ''`,
  activity: `SELECT p.employee_id AS id FROM activity AS a JOIN activity_people AS p ON p.activity_id = a.id
    WHERE a.project = $project AND (a.details ->> '$.person.name' <> ''
      OR EXISTS (SELECT 1 FROM json_each(a.details, '$.people') WHERE value ->> 'name' <> ''))`,
  delivery_places: `SELECT p.employee_id AS id FROM delivery_places AS p JOIN deliveries AS d ON d.id = p.delivery_id
    WHERE d.project_id = $project AND p.person ->> '$.last_name' <> ''`,
  own_photos: `SELECT o.employee_id AS id FROM own_photos AS o JOIN deliveries AS d ON d.id = o.delivery_id
    WHERE d.project_id = $project`,
  delivery_items: `SELECT i.employee_id AS id FROM delivery_items AS i JOIN delivery_runs AS r ON r.id = i.run_id
    JOIN deliveries AS d ON d.id = r.delivery_id WHERE d.project_id = $project AND i.person ->> '$.last_name' <> ''`,
}

/** Whom the desk's disk names in a project, without those who are known to be gone. */
async function listKept(projectId: number): Promise<number[]> {
  const rows = await getDatabase().all(
    `${Object.values(NAMED_IN).join(' UNION ')} EXCEPT SELECT employee_id FROM gone_people`,
    { project: projectId },
  )
  return rows.map(({ id }) => Number(id))
}

function isUnknown(error: unknown): boolean {
  return error instanceof DeskError && error.code === 'not_found'
}

/** What was told is told; whoever waits for it does not pay for the disk. False when it failed. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    log('error', 'personal_data_not_removed', { ...describeError(error) })
    return false
  }
}
