import 'server-only'
import { existsSync } from 'node:fs'
import { describeError } from '#lib/describe-error.ts'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { forgetPhotos, personFolder } from '#lib/photo-store/photo-store.ts'
import { type PortraitClient, touchedByDelete } from '#lib/portrait-api/client.ts'
import { findKeyStates } from '#lib/portrait-api/connect.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { normalizeInstant } from '#lib/portrait-api/photo-version.ts'
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

/** Maximum of missing employees checked per reading of a list; the others are checked at the next reading. */
const LOOKS_MAX = 20
/**
 * Interval at which the project's data on disk is compared with its list, which also finds employees who left
 * unnoticed.
 */
const COMPARE_EVERY_MS = 60 * 60_000

/** Records that were processed; every change of an employee creates a new record. */
const seen = new WeakSet<Employee>()
/**
 * The state of each employee that was last published to other desks, by id. Lists are read often, and these events are
 * kept for long.
 */
const told = new Map<number, string>()

/**
 * Deletes the photos of employees without approval from the desk's disk and its archives. An unclear approval deletes
 * nothing: the photo is only held back (`whyHeldBack`). Nor does an outdated record, when the service has shown an
 * approval since: a list of many pages ends minutes after it began.
 */
export async function handleWithdrawnApprovals(
  client: PortraitClient,
  employees: readonly Employee[],
): Promise<void> {
  for (const { id, photo } of employees) if (photo.approved) told.delete(id)
  const withdrawn = leaveOutApproved(employees.filter(one => isUnapproved(one) && !seen.has(one)))
  if (withdrawn.length === 0 || !(await isSameSource(client))) return
  const ids = withdrawn.map(({ id }) => id)
  await forgetPhotos(ids)
  void publishWithdrawn(withdrawn)
  if (!(await attempt(() => forgetInExports(ids, { why: 'not_approved', entirely: false })))) return
  for (const employee of withdrawn) seen.add(employee)
}

/** Leaves out employees who have an approval in a later record of any key. */
function leaveOutApproved(employees: readonly Employee[]): Employee[] {
  const seenBy = findKeyStates().map(({ recent }) => recent)
  return employees.filter(({ id }) => {
    const sentAt = (recent: RecentRecords) => recent.sentAt(id) ?? Number.NEGATIVE_INFINITY
    const [newest] = seenBy.toSorted((one, other) => sentAt(other) - sentAt(one))
    const now = newest?.lastSeen(id)
    return !now || isUnapproved(now)
  })
}

async function publishWithdrawn(employees: readonly Employee[]): Promise<void> {
  const toState = ({ status, uploaded_at, photo }: Employee) =>
    [status, ...[uploaded_at, photo.edited_at].map(at => at && normalizeInstant(at))].join(' ')
  const news = employees.filter(employee => told.get(employee.id) !== toState(employee))
  for (const employee of news) told.set(employee.id, toState(employee))
  if (news.length > 0) await publishDeskEvent(PHOTOS_WITHDRAWN, { people: news.map(({ id }) => id) })
}

/**
 * Handles an employee deleted at the service: deletes their photos from disk and from all exports at once. Other data
 * that names them is deleted within `GONE_DAYS`. A disk error is logged and fails nothing. Leftovers are found again:
 * by comparing the project while the employee is not marked as deleted, and after that by the sweep.
 */
export async function onEmployeeDeleted(employeeId: number): Promise<void> {
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

/** Drops all cached data of these employees, for every key: no list shows them any more. */
export function letGoOf(people: readonly number[]): void {
  for (const { keyFingerprint, cache, recent } of findKeyStates())
    for (const id of people) {
      recent.forget(id)
      cache.forget(address => touchedByDelete(id).test(address))
      patchRosters({ keyFingerprint }, id, null)
    }
}

/**
 * Runs a request for one employee. On a 404 the employee counts as deleted, unless this key never had data of them:
 * then they may belong to another customer (specification section 7, 404).
 */
export async function forgetOn404<Result>(
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
    if (isUnknown(error) && wasTheirs && (await isSameSource(client))) await onEmployeeDeleted(employeeId)
    throw error
  }
}

type Listed = {
  client: PortraitClient
  projectId: number
  people: ReadonlyMap<number, Employee>
  /** The ids of the previous list. */
  before: Iterable<number>
}

/**
 * Processes a complete reading of a project. Confirms each missing employee of the previous list or of the disk with a
 * request of their own: one wrong list must not delete data that cannot be restored. Only a 404 counts.
 */
export async function handleCompleteList({ client, projectId, people, before }: Listed): Promise<void> {
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
    await onEmployeeDeleted(employeeId)
  }
}

/** Unmarks employees that the service lists again: it had only lost them for a while. */
async function forgetReturned(people: ReadonlyMap<number, Employee>): Promise<void> {
  const gone = await getDatabase().all('SELECT employee_id AS id FROM gone_people')
  const back = gone.map(({ id }) => Number(id)).filter(id => people.has(id))
  for (const id of back) await getDatabase().run('DELETE FROM gone_people WHERE employee_id = ?', id)
}

const ofExports = (list: 'problems' | 'waiting') =>
  `SELECT CAST(p.value ->> 'employee_id' AS BIGINT) AS id FROM exports AS x, json_each(x.${list}) AS p
   WHERE x.project_id = $project AND p.value ->> 'name' <> ''`

/**
 * Queries for the employees that each place in `lib/personal-data/places.ts` still names, per project. A test compares
 * the two lists.
 */
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

/** Lists employees of a project that the database names, except those known to be deleted. */
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

/** Runs work and logs its failure, so that a disk error does not fail the caller. Returns false when it failed. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    log('error', 'personal_data_not_removed', { ...describeError(error) })
    return false
  }
}
