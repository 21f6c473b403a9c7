import 'server-only'
import { findInProject } from '#lib/employees/find-in-project.ts'
import { loadRoster, peekRoster } from '#lib/employees/roster.ts'
import { type ExportChange, type ExportChanges, resolvedRequestSchema } from '#lib/exports/contract.ts'
import { isHeldBackCode, toProblem, whyNotReady } from '#lib/exports/problems.ts'
import { getTarget } from '#lib/exports/targets/get-targets.ts'
import { getImageSizes } from '#lib/photo-store/image-sizes.ts'
import { sizeKey } from '#lib/photo-store/photo-size.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { isSameVersion } from '#lib/portrait-api/photo-version.ts'
import { toVersion } from '#lib/portrait-api/portrait-status.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { EntryRow, ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import type { GivenPhoto } from '#lib/store/given-photos.ts'
import { sizeOf } from './export-size.ts'
import { readNamesNow, withoutFolder } from './names-now.ts'
import { toNewest } from './read-people.ts'
import { selectInScope } from './scope.ts'

/**
 * Lists the differences between an export and now: photos that the receiving system lacks and, more important, photos
 * it must no longer show. New employees count when the export covered all employees or a filter. For a "since an
 * earlier export" scope, its own restriction decides.
 */
export async function readChanges(client: PortraitClient, row: ExportRow): Promise<ExportChanges> {
  return { data: await listChanges(client, row), size: await findSizeChange(client, row) }
}

/** Returns the export's image size then and now, when they differ. */
async function findSizeChange(client: PortraitClient, row: ExportRow): Promise<ExportChanges['size']> {
  const was = sizeOf(row)
  if (!was) return null
  const now = (await getImageSizes(client, {})).find(({ index }) => index === was.index) ?? null
  return now && sizeKey(now) === sizeKey(was) ? null : { was, now }
}

async function listChanges(client: PortraitClient, row: ExportRow): Promise<ExportChange[]> {
  const { scope, variant, naming, target } = resolvedRequestSchema.parse(row.request)
  const people = toNewest(client, await loadRoster(client, row.project_id, { lane: 'interactive' }))
  const { unreadable } = peekRoster(client, row.project_id)
  const inScope = selectInScope(people, scope)
  const system = getTarget(target)
  const { project, created_at: createdAt } = row
  const names =
    system &&
    readNamesNow(people, { target: system, variant, unreadable, project, timeZone: getEnv().timeZone })
  // A file that is replaced by another one of the same name need not be removed.
  const taken = new Set(inScope.flatMap(({ id }) => names?.of(id, { naming, createdAt }) ?? []))
  const toRemove = (files: string[]) => files.filter(name => !taken.has(withoutFolder(name)))
  const held = await readHeld(row, naming)
  const byId = new Map(people.map(person => [person.id, person]))
  const changes: ExportChange[] = []
  for (const [id, { record, isOwn, oldNames, ...given }] of held) {
    // When the list was only partly readable, a missing employee has left only if the service confirms it.
    const ask = () => findInProject(client, { id, projectId: row.project_id })
    const person = byId.get(id) ?? (unreadable > 0 ? await ask() : null)
    const editedAt = person ? toVersion(person, variant) : null
    const tell = (change: ExportChange['change'], fileNames: string[]) =>
      changes.push(toChange(change, { id, record: person ?? record, fileNames }))
    if (person && editedAt !== null && names?.isRenamed(id, given))
      tell('renamed', toRemove([...given.fileNames, ...oldNames]))
    else if (!isSameVersion(editedAt, given.editedAt)) {
      const change = person ? toKind(person, { editedAt, variant }) : 'left'
      // The export's scope decides whether the system wants another photo of this employee.
      if (change !== 'changed') tell(change, [...given.fileNames, ...oldNames])
      else if (isOwn) tell(change, given.fileNames)
    } else if (toRemove(oldNames).length > 0) tell('old_name', toRemove(oldNames))
  }
  // An export since an earlier one belongs to a series: photos from the previous exports are not new to the system.
  const before =
    scope.kind === 'since'
      ? await getExportStore().givenUntil(row.id, variant)
      : new Map<number, GivenPhoto>()
  const told = new Set(changes.map(({ employee_id }) => employee_id))
  for (const person of inScope) {
    const { id } = person
    const version = toVersion(person, variant)
    const given = before.get(id)
    if (held.get(id)?.isOwn || told.has(id) || version === null) continue
    if (given && names?.isRenamed(id, given))
      changes.push(toChange('renamed', { id, record: person, fileNames: toRemove(given.fileNames) }))
    else if (!isSameVersion(version, given?.editedAt))
      changes.push(toChange(given ? 'changed' : 'added', { id, record: person, fileNames: [] }))
  }
  return changes
}

/** An unclear photo does not withdraw an approval, so it is not reported for removal. */
function toKind(
  person: Employee,
  { editedAt, variant }: { editedAt: string | null; variant: PhotoVariant },
): ExportChange['change'] {
  if (editedAt !== null) return 'changed'
  const why = whyNotReady(person, variant)
  return isHeldBackCode(why) ? why : 'withdrawn'
}

/**
 * True for photos delivered in an archive, including employees removed from it since: their checksum and file name
 * remain. Downloaded versions count before the content of a rebuilt archive.
 */
function wasDelivered({ state, sha256, given_edited_at }: EntryRow): boolean {
  return given_edited_at !== null || state === 'done' || (state === 'failed' && sha256 !== null)
}

/**
 * A photo delivered by this export or, unless `isOwn`, by an earlier one that has been deleted. `oldNames`: files
 * delivered earlier under another name.
 */
type Held = GivenPhoto & { record: Employee | null; isOwn: boolean; oldNames: string[] }

async function readHeld(
  { id, created_at: createdAt }: ExportRow,
  naming: unknown,
): Promise<Map<number, Held>> {
  const held = new Map<number, Held>()
  const add = (employeeId: number, fileName: string, photo: Omit<Held, 'fileNames' | 'oldNames'>) => {
    const known = held.get(employeeId)
    if (known) known.fileNames.push(fileName)
    else held.set(employeeId, { ...photo, fileNames: [fileName], oldNames: [] })
  }
  for (const entry of (await getExportStore().entries(id)).filter(wasDelivered)) {
    const { employee_id, employee: record, given_edited_at, given_file_name } = entry
    const editedAt = given_edited_at ?? entry.edited_at
    add(employee_id, given_file_name ?? entry.file_name, { record, isOwn: true, editedAt, createdAt, naming })
  }
  const given = new Set([...held.values()].flatMap(({ fileNames }) => fileNames))
  for (const { employee_id, file_name, ...file } of await getExportStore().givenBefore(id)) {
    const own = held.get(employee_id)
    const photo = { editedAt: file.edited_at, createdAt: file.created_at, naming: file.naming }
    if (!own?.isOwn) add(employee_id, file_name, { record: null, isOwn: false, ...photo })
    else if (!given.has(file_name)) own.oldNames.push(file_name)
  }
  return held
}

/** When only the file is known, the change contains just the employee's id. */
function toChange(
  change: ExportChange['change'],
  { id, record, fileNames }: { id: number; record: Employee | null; fileNames: string[] },
): ExportChange {
  const problem = record && toProblem(record, change, null)
  return {
    change,
    employee_id: id,
    mitarbeiternummer: problem?.mitarbeiternummer ?? '',
    name: problem?.name ?? '',
    file_names: fileNames,
  }
}
