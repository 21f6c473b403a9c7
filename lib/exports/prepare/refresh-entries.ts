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
 * After a pause, a restart or a month the plan may be out of date: the service knows photos and sizes only as they are
 * now. Reads both again and brings every entry up to date: a new photo takes the place of the old one, whose photo may
 * not be used any more is out, also when the desk still has it, all photos are of one size, and people are called as they are now.
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
      // Whoever was taken out while the list was read is out, whatever the list said of them before.
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
 * Before an archive is made: what the desk has heard since the people were read counts at once. When that is longer ago than a
 * photo may be handed out without asking, they are read again, so that nobody waits for it who takes the archive; and the size is
 * asked for once more. True when a photo must be fetched again for it.
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
 * An archive that was ready, and of which no photo at all could be had now, lacks them as before: those who could not be had would
 * otherwise be told as missing from an archive that holds nobody.
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

/** A new key has not been shown anybody yet. */
function hasJustRead({ client, peopleRead }: RunningExport): boolean {
  return peopleRead?.key === client.keyFingerprint && performance.now() - peopleRead.at < SEEN_MS
}

/** With whoever of these is in the project, but could not be read in its list. */
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
 * A size that is gone now is no reason to throw away what has come of it: it is of one size. What is still to be fetched fails. The
 * forms are those of the files, whatever their system wants by now.
 */
function toSizeNow({ row, entries }: Read, request: ResolvedRequest, sizes: ImageSize[]): PhotoSize {
  const isGone = typeof request.size === 'number' && !sizes.some(({ index }) => index === request.size)
  if (isGone && row.size) return sizeOf(row)
  const renderings = entries.flatMap(({ rendering }) => (rendering ? renderingSchema.parse(rendering) : []))
  const forms = new Map(renderings.map(rendering => [renderingKey(rendering), { rendering }]))
  return chooseSize(request.size, [...forms.values()], sizes)
}

/** Whether the plan is what the desk has last heard of a person, if it has heard of them at all. */
export function isCurrent(
  client: PortraitClient,
  { employee_id, variant, edited_at }: Pick<EntryRow, 'employee_id' | 'variant' | 'edited_at'>,
): boolean {
  const seen = client.recent.lastSeen(employee_id)
  return seen === null || isSameVersion(toVersion(seen, variant), edited_at)
}

/** Whether the desk has heard of another photo: the person may be called otherwise by now as well, and names are given over everybody. */
function isExchanged({ recent }: PortraitClient): (entry: EntryRow) => boolean {
  return ({ employee_id, variant, edited_at, state }) => {
    const seen = state === 'failed' ? null : recent.lastSeen(employee_id)
    const version = seen && toVersion(seen, variant)
    return version !== null && !isSameVersion(version, edited_at)
  }
}

/** A finished picture in the target's own pixels stays, whatever the service now calls the size it was made from. */
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
    // With the word for their state, which is told; of all others the record stays that of a photo that was approved.
    return { ...entry, state: 'failed', problem, ...(problem === UNKNOWN_STATUS && { employee }) }
  }
  // What failed before may be had by now.
  const isSamePhoto = isSameVersion(editedAt, entry.edited_at) && sizeKey(size) === sizeKey(entry.size)
  if (isSamePhoto && entry.state !== 'failed') return entry
  return { ...entry, employee, edited_at: editedAt, size, pixels: null, state: 'waiting', problem: null }
}

type Read = { row: ExportRow; entries: EntryRow[] }

async function readExport(run: RunningExport): Promise<Read | null> {
  const row = await getExportStore().find(run.row.id)
  return row && { row, entries: await getExportStore().entries(row.id) }
}

/** False for somebody who was taken out, and is only an id. */
function isNamed({ employee }: EntryRow): boolean {
  return employee.photo.approved
}

/**
 * `people`: everybody who could be read again, and `unreadable`: of how many nothing could be; both as it was before, as the notices
 * are, when nobody was.
 */
type Refreshed = {
  now: PhotoSize
  entries: EntryRow[]
  people?: ReadonlyMap<number, Employee>
  unreadable?: number
  notices?: ExportProblem[]
}

/**
 * Makes other entries of those that are there, and resolves to what is there then; null leaves them as they are. When somebody
 * is taken out meanwhile it is done again, with what is left.
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

/** The numbers of people, the problems (what the plan said about names, and who cannot be had now), and who still waits. */
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
  // Whom the desk has just forgotten is told as it was told then.
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

/** Whoever had no photo that could be taken has one by now, has none for another reason, or was not read again. */
function tellAnew(
  told: ExportProblem,
  people: ReadonlyMap<number, Employee> | undefined,
  variant: PhotoVariant,
): ExportProblem[] {
  const person = people?.get(told.employee_id)
  if (!person) return [told]
  return toVersion(person, variant) === null ? [toProblem(person, whyNotReady(person, variant), null)] : []
}
