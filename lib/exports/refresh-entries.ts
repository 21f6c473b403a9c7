import 'server-only'
import { SEEN_MS } from '#lib/photos/photo-access.ts'
import { toVersion } from '#lib/photos/photo-version.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { EntryRow, ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { adoptPhotos } from './adopt-photos.ts'
import { type ExportProblem, resolvedRequestSchema } from './contract.ts'
import { toProblem, toUnreadable, whyNotReady } from './problems.ts'
import { readFirstPage, readPeople } from './read-people.ts'
import type { RunningExport } from './running-exports.ts'

/**
 * After a pause, a restart or a month the plan may be out of date: the service knows photos only as they are now.
 * Reads the people again and brings every entry up to date: a new photo takes the place of the old one, and whose
 * photo may not be used any more is out, also when the desk still has it. Names of files stay.
 */
export async function refreshEntries(run: RunningExport): Promise<void> {
  if (run.peopleReadAt !== null && performance.now() - run.peopleReadAt < SEEN_MS) return
  const store = getExportStore()
  const row = await store.find(run.id)
  if (!row || row.total === null) return
  const { client } = run
  const { signal } = run.cancellation
  const request = resolvedRequestSchema.parse(row.request)
  const firstPage = await readFirstPage(client, request, { signal, lane: 'background' })
  const { people: everybody, unreadable } = await readPeople(client, request, { firstPage, signal })
  const people = new Map(everybody.map(person => [person.id, person]))
  const entries = (await store.entries(run.id)).map(entry => refresh(entry, people.get(entry.employee_id)))
  const adopted = await adoptPhotos(row.key_fingerprint, client.keyFingerprint, entries)
  const isMissed = adopted.some(({ problem }) => problem === 'not_found')
  const concerned = request.scope.kind !== 'people' || isMissed
  await store.savePlan(run.id, adopted, {
    ...countAgain(adopted, row, concerned ? unreadable : 0),
    key_fingerprint: client.keyFingerprint,
  })
  run.peopleReadAt = performance.now()
}

function refresh(entry: EntryRow, employee: Employee | undefined): EntryRow {
  const editedAt = employee ? toVersion(employee.photo, entry.variant) : null
  if (!employee || editedAt === null)
    return { ...entry, state: 'failed', problem: employee ? whyNotReady(employee) : 'not_found' }
  // What failed before may be had by now.
  const isSame = editedAt === entry.edited_at && entry.state !== 'failed'
  return isSame ? entry : { ...entry, employee, edited_at: editedAt, state: 'waiting', problem: null }
}

/** The numbers of people, and the problems: what the plan said about names, and who cannot be had now. */
function countAgain(entries: EntryRow[], { problems }: ExportRow, unreadable: number) {
  const first = [...Map.groupBy(entries, ({ employee_id }) => employee_id).values()].flatMap(([entry]) =>
    entry ? [entry] : [],
  )
  const planned = new Set(first.map(({ employee_id }) => employee_id))
  const told = problems.filter(
    ({ employee_id, file_name }) => file_name !== null || (employee_id > 0 && !planned.has(employee_id)),
  )
  const failed = first.filter(({ state }) => state === 'failed')
  const missing = failed.map(
    ({ employee, problem }): ExportProblem => toProblem(employee, problem ?? 'not_available', null),
  )
  return {
    done: first.filter(({ state }) => state === 'done').length,
    failed: failed.length,
    bytes: entries.reduce((sum, { state, bytes }) => sum + (state === 'done' ? (bytes ?? 0) : 0), 0),
    problems: [...toUnreadable(unreadable), ...told, ...missing],
  }
}
