import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { findUnread } from '#lib/employees/find-in-project.ts'
import { type ExportProblem, type ResolvedRequest, resolvedRequestSchema } from '#lib/exports/contract.ts'
import { readSizes, sizeOf, toExportSize, toPixelNotices } from '#lib/exports/plan/export-size.ts'
import { readFirstPage, readPeople } from '#lib/exports/plan/read-people.ts'
import { chooseSize } from '#lib/exports/plan/source-size.ts'
import { isNotice, toProblem, toUnreadable, UNKNOWN_STATUS, whyNotReady } from '#lib/exports/problems.ts'
import { renderingKey, renderingSchema } from '#lib/exports/render/rendering.ts'
import { type PhotoSize, sizeKey } from '#lib/photo-store/photo-size.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, ImageSize, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { isSameVersion } from '#lib/portrait-api/photo-version.ts'
import { toVersion } from '#lib/portrait-api/portrait-status.ts'
import { SEEN_MS } from '#lib/portrait-api/recent-records.ts'
import type { EntryRow, ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { adoptPhotos } from './adopt-photos.ts'
import { nameAnew } from './name-anew.ts'
import type { RunningExport } from './running-export.ts'

/**
 * Updates the plan after a pause, a restart or a month: the service only has current photos and sizes. Reads both again
 * and updates every entry. New photos replace old ones, and photos that may no longer be used are removed, even if
 * still on the desk. All photos get the same size, and files the employees' current names.
 */
export async function refreshEntries(run: RunningExport): Promise<void> {
  const { client, signal } = run
  if (hasJustRead(run)) return
  const before = await readExport(run)
  if (!before || before.row.total === null) return
  const request = resolvedRequestSchema.parse(before.row.request)
  const options = { signal, lane: 'background', since: performance.now() } as const
  const { people, unreadable } = await readEverybody(run, request, before.entries)
  const now = toSizeNow(before, request, await readSizes(client, request, options))
  const named = new Set(before.entries.filter(isNamed).map(({ position }) => position))
  await rewrite(run, ({ row, entries }) => {
    const fresh = entries.map(entry => {
      const employee = people.get(entry.employee_id)
      // An employee removed while the list was read stays removed, because the list may be older.
      const isJustOut = named.has(entry.position) && !isNamed(entry)
      if (isJustOut && employee && toVersion(employee, entry.variant) !== null) return entry
      return refresh(entry, { employee, size: toSizeOf(entry, { request, now }) })
    })
    const isMissed = fresh.some(({ problem }) => problem === 'not_found')
    const concerned = request.scope.kind !== 'people' || isMissed
    const made = nameAnew({ row, entries: fresh }, people)
    return { now, people, ...made, unreadable: concerned ? unreadable : 0 }
  })
  run.peopleRead = { at: performance.now(), key: client.keyFingerprint }
}

/**
 * Applies what the desk has received since the employees were read, before an archive is made. After the time in which
 * photos may be sent without asking, it reads the employees again, so that the download need not wait for that. It also
 * reads the sizes again. Returns true when a photo must be fetched again.
 */
export async function catchUp(run: RunningExport): Promise<boolean> {
  const { client, signal } = run
  const row = await getExportStore().find(run.row.id)
  if (!row) return false
  const request = resolvedRequestSchema.parse(row.request)
  const options = { signal, lane: 'background', since: performance.now() } as const
  const [before, sizes] = await Promise.all([
    getExportStore().entries(row.id),
    readSizes(client, request, options),
  ])
  const isRead = hasJustRead(run) && !before.some(isExchanged(client))
  const left = before.filter(({ state }) => state !== 'failed')
  const listed = isRead ? null : (await readEverybody(run, request, left)).people
  const now = toSizeNow({ row, entries: before }, request, sizes)
  const entries = await rewrite(run, ({ row, entries }) => {
    const fresh = entries.map(entry => {
      if (entry.state === 'failed') return entry
      const isLeft = listed?.has(entry.employee_id) === false
      const employee = isLeft ? undefined : (client.recent.lastSeen(entry.employee_id) ?? entry.employee)
      return refresh(entry, { employee, size: toSizeOf(entry, { request, now }) })
    })
    if (listed) return { now, people: listed, ...nameAnew({ row, entries: fresh }, listed) }
    return isDeepStrictEqual(fresh, entries) ? null : { now, entries: fresh }
  })
  if (listed) run.peopleRead = { at: performance.now(), key: client.keyFingerprint }
  return entries.some(({ state }) => state === 'waiting')
}

/**
 * Resets an archive that was ready and for which no photo could be fetched now: its photos are lacking again. Otherwise
 * the failed ones would be reported as missing from an archive that holds no photos.
 */
export async function lackAgain(run: RunningExport, positions: ReadonlySet<number>): Promise<void> {
  await rewrite(run, ({ row, entries }) => ({
    now: sizeOf(row),
    entries: entries.map(entry =>
      entry.state === 'failed' && isNamed(entry) && positions.has(entry.position)
        ? { ...entry, state: 'waiting', problem: null }
        : entry,
    ),
  }))
}

/** A new key has not received any employee yet. */
function hasJustRead({ client, peopleRead }: RunningExport): boolean {
  return peopleRead?.key === client.keyFingerprint && performance.now() - peopleRead.at < SEEN_MS
}

/** Reads the project's employees, including entries that could not be read in its list. */
async function readEverybody(run: RunningExport, request: ResolvedRequest, entries: EntryRow[]) {
  const { client, signal } = run
  const options = { signal, lane: 'background', since: performance.now() } as const
  const firstPage = await readFirstPage(client, request, options)
  const { people, unreadable } = await readPeople(client, request, { firstPage, signal })
  const known = new Map(people.map(person => [person.id, person]))
  const wanted = entries.map(({ employee_id }) => employee_id)
  const asked = { wanted, projectId: request.project_id, signal }
  for (const found of await findUnread(client, { known, unreadable }, asked)) known.set(found.id, found)
  return { people: known, unreadable }
}

/**
 * Returns the current size. Photos of a size that no longer exists are kept, because they all have it; those still to
 * be fetched fail. The renditions are those of the stored files, even if the target has changed.
 */
function toSizeNow({ row, entries }: Read, request: ResolvedRequest, sizes: ImageSize[]): PhotoSize {
  const isGone = typeof request.size === 'number' && !sizes.some(({ index }) => index === request.size)
  if (isGone && row.size) return sizeOf(row)
  const renderings = entries.flatMap(({ rendering }) => (rendering ? renderingSchema.parse(rendering) : []))
  const forms = new Map(renderings.map(rendering => [renderingKey(rendering), { rendering }]))
  return chooseSize(request.size, [...forms.values()], sizes)
}

/** True when the plan matches the last record received of an employee, or none was received. */
export function isCurrent(
  client: PortraitClient,
  { employee_id, variant, edited_at }: Pick<EntryRow, 'employee_id' | 'variant' | 'edited_at'>,
): boolean {
  const seen = client.recent.lastSeen(employee_id)
  return seen === null || isSameVersion(toVersion(seen, variant), edited_at)
}

/**
 * True when another photo was received. The employee's name may have changed too, and names are assigned across all
 * employees.
 */
function isExchanged({ recent }: PortraitClient): (entry: EntryRow) => boolean {
  return ({ employee_id, variant, edited_at, state }) => {
    const seen = state === 'failed' ? null : recent.lastSeen(employee_id)
    const version = seen && toVersion(seen, variant)
    return version !== null && !isSameVersion(version, edited_at)
  }
}

/** A finished rendition in the target's own pixels stays, whatever the service now calls its source size. */
function toSizeOf(
  { state, size }: EntryRow,
  { request, now }: { request: ResolvedRequest; now: PhotoSize },
): PhotoSize {
  return request.size === 'auto' && state === 'done' ? size : now
}

function refresh(
  entry: EntryRow,
  { employee, size }: { employee: Employee | undefined; size: PhotoSize },
): EntryRow {
  if (!employee) return { ...entry, state: 'failed', problem: 'not_found' }
  const editedAt = toVersion(employee, entry.variant)
  if (editedAt === null) {
    const problem = whyNotReady(employee, entry.variant)
    // Keeps the record for an unknown status, because its word is shown. Other failures keep the record of the approved
    // photo.
    return { ...entry, state: 'failed', problem, ...(problem === UNKNOWN_STATUS && { employee }) }
  }
  // An entry that failed before may succeed now.
  const isSamePhoto = isSameVersion(editedAt, entry.edited_at) && sizeKey(size) === sizeKey(entry.size)
  if (isSamePhoto && entry.state !== 'failed') return entry
  return { ...entry, employee, edited_at: editedAt, size, pixels: null, state: 'waiting', problem: null }
}

type Read = { row: ExportRow; entries: EntryRow[] }

async function readExport(run: RunningExport): Promise<Read | null> {
  const row = await getExportStore().find(run.row.id)
  return row && { row, entries: await getExportStore().entries(row.id) }
}

/** False for a removed employee: only the id is left. */
function isNamed({ employee }: EntryRow): boolean {
  return employee.photo.approved
}

/**
 * `people`: all employees who could be read again; `unreadable`: number of records that could not be. Both, and the
 * notices, stay as before when no list was read.
 */
type Refreshed = {
  now: PhotoSize
  entries: EntryRow[]
  people?: ReadonlyMap<number, Employee>
  unreadable?: number
  notices?: ExportProblem[]
}

/**
 * Replaces the entries and resolves to the stored ones; null leaves them unchanged. Repeats with the remaining entries
 * when an employee was removed meanwhile.
 */
async function rewrite(run: RunningExport, make: (read: Read) => Refreshed | null): Promise<EntryRow[]> {
  for (;;) {
    const read = await readExport(run)
    const made = read && make(read)
    if (!read || !made) return read?.entries ?? []
    const adopted = await adoptPhotos(read.row.key_fingerprint, run.client.keyFingerprint, made.entries)
    if (await save(run, read, { ...made, entries: adopted })) return adopted
  }
}

function save(
  { client }: RunningExport,
  read: Read,
  { now, entries, ...again }: Refreshed,
): Promise<boolean> {
  const { row } = read
  const request = resolvedRequestSchema.parse(row.request)
  const changes = {
    ...countAgain(entries, row, again),
    size: toExportSize(request, { now, known: row.size }),
    key_fingerprint: client.keyFingerprint,
  }
  return getExportStore().savePlan(row.id, entries, changes, read)
}

/**
 * Recomputes the counts, the problems (name notices from the plan, and photos that cannot be fetched now), and the
 * waiting employees.
 */
function countAgain(
  entries: EntryRow[],
  { problems, waiting, request }: ExportRow,
  { people, unreadable, notices }: Omit<Refreshed, 'now' | 'entries'>,
) {
  const { variant } = resolvedRequestSchema.parse(request)
  const stillNotReady = (told: ExportProblem[]) => told.flatMap(one => tellAnew(one, people, variant))
  const unread =
    unreadable === undefined
      ? problems.filter(({ employee_id }) => employee_id === 0)
      : toUnreadable(unreadable)
  const first = [...Map.groupBy(entries, ({ employee_id }) => employee_id).values()].flatMap(([entry]) =>
    entry ? [entry] : [],
  )
  const planned = new Set(first.map(({ employee_id }) => employee_id))
  const others = problems.filter(
    ({ employee_id, file_name }) => file_name === null && employee_id > 0 && !planned.has(employee_id),
  )
  const names = notices ?? problems.filter(problem => isNotice(problem) && problem.code !== 'other_pixels')
  const failed = first.filter(({ state }) => state === 'failed')
  // An employee just removed keeps the problem as it was reported before.
  const known = new Map(problems.filter(problem => !isNotice(problem)).map(one => [one.employee_id, one]))
  const missing = failed.map(({ employee, problem }): ExportProblem => {
    const now = toProblem(employee, problem ?? 'not_available', null)
    return employee.photo.approved ? now : { ...now, ...known.get(employee.id), code: now.code }
  })
  const done = entries.filter(({ state }) => state === 'done')
  return {
    done: first.filter(({ state }) => state === 'done').length,
    failed: failed.length,
    bytes: done.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    waiting: stillNotReady(waiting),
    problems: [...unread, ...stillNotReady(others), ...names, ...missing, ...done.flatMap(toPixelNotices)],
  }
}

/** Updates a problem: the employee has a usable photo now, lacks one for another reason, or was not read again. */
function tellAnew(
  told: ExportProblem,
  people: ReadonlyMap<number, Employee> | undefined,
  variant: PhotoVariant,
): ExportProblem[] {
  const person = people?.get(told.employee_id)
  if (!person) return [told]
  return toVersion(person, variant) === null ? [toProblem(person, whyNotReady(person, variant), null)] : []
}
