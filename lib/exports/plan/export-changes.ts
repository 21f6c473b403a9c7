import 'server-only'
import { loadRoster, peekRoster } from '#lib/employees/roster.ts'
import { DeskError } from '#lib/errors.ts'
import { type ExportChange, type ExportChanges, resolvedRequestSchema } from '#lib/exports/contract.ts'
import { isHeldBackCode, toProblem, whyNotReady } from '#lib/exports/problems.ts'
import { getImageSizes } from '#lib/photo-store/image-sizes.ts'
import { sizeKey } from '#lib/photo-store/photo-size.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { toVersion } from '#lib/portrait-api/portrait-status.ts'
import type { EntryRow, ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { sizeOf } from './export-size.ts'
import { toNewest } from './read-people.ts'
import { selectInScope } from './scope.ts'

/**
 * What is otherwise now than in an export: what the receiving system lacks, and, more important, what it must not show
 * any more. New people count when the export was of all or of a filter, and "since an earlier one" of whom that says.
 */
export async function readChanges(client: PortraitClient, row: ExportRow): Promise<ExportChanges> {
  return { data: await listChanges(client, row), size: await findSizeChange(client, row) }
}

/** What the export's size was and is, when that is not the same. */
async function findSizeChange(client: PortraitClient, row: ExportRow): Promise<ExportChanges['size']> {
  const was = sizeOf(row)
  if (!was) return null
  const now = (await getImageSizes(client, {})).find(({ index }) => index === was.index) ?? null
  return now && sizeKey(now) === sizeKey(was) ? null : { was, now }
}

async function listChanges(client: PortraitClient, row: ExportRow): Promise<ExportChange[]> {
  const { scope, variant } = resolvedRequestSchema.parse(row.request)
  const people = toNewest(client, await loadRoster(client, row.project_id, { lane: 'interactive' }))
  const { unreadable } = peekRoster(client, row.project_id)
  const entries = (await getExportStore().entries(row.id)).filter(wasDelivered)
  const held = Map.groupBy(entries, ({ employee_id }) => employee_id)
  const byId = new Map(people.map(person => [person.id, person]))
  const inScope = selectInScope(people, scope)
  const changes: ExportChange[] = []
  for (const [id, files] of held) {
    const [first] = files
    const person = byId.get(id) ?? (unreadable > 0 ? await findPerson(client, id) : null)
    const editedAt = person ? toVersion(person, variant) : null
    if (!first || editedAt === (first.given_edited_at ?? first.edited_at)) continue
    const change = person ? toKind(person, { editedAt, variant }) : 'left'
    changes.push(toChange(change, person ?? first.employee, files))
  }
  // An export of what was new is one of several: what the system had got before is not new to it.
  const given =
    scope.kind === 'since' ? await getExportStore().givenUntil(row.id, variant) : new Map<number, string>()
  for (const person of inScope) {
    const version = toVersion(person, variant)
    if (held.has(person.id) || version === null || version === given.get(person.id)) continue
    changes.push(toChange(given.has(person.id) ? 'changed' : 'added', person, []))
  }
  return changes
}

/** What is unclear takes no approval back, so nobody is told to remove that photo. */
function toKind(
  person: Employee,
  { editedAt, variant }: { editedAt: string | null; variant: PhotoVariant },
): ExportChange['change'] {
  if (editedAt !== null) return 'changed'
  const why = whyNotReady(person, variant)
  return isHeldBackCode(why) ? why : 'withdrawn'
}

/**
 * In an archive, also of those who were taken out of it: then the checksum is left, and the name of the file to remove. What has gone
 * out counts before what an archive that was made again has instead.
 */
function wasDelivered({ state, sha256, given_edited_at }: EntryRow): boolean {
  return given_edited_at !== null || state === 'done' || (state === 'failed' && sha256 !== null)
}

/** Whoever is missing in a list that could not be read as a whole has left only when the service says so. */
async function findPerson(client: PortraitClient, employeeId: number): Promise<Employee | null> {
  try {
    return await client.getEmployee(employeeId)
  } catch (error) {
    if (error instanceof DeskError && error.code === 'not_found') return null
    throw error
  }
}

function toChange(change: ExportChange['change'], person: Employee, files: EntryRow[]): ExportChange {
  const { employee_id, mitarbeiternummer, name } = toProblem(person, change, null)
  return {
    change,
    employee_id,
    mitarbeiternummer,
    name,
    file_names: files.map(file => file.given_file_name ?? file.file_name),
  }
}
