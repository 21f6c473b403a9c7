import 'server-only'
import type { Import, ImportResultRow, ImportWithRows } from '#lib/contracts/imports.ts'
import type { User } from '#lib/contracts/session.ts'
import { toDeletionTime } from '#lib/imports/imports.ts'
import { estimateJob } from '#lib/jobs/estimate.ts'
import { toShownState } from '#lib/jobs/pause.ts'
import { EMPLOYEES_PER_CREATE } from '#lib/portrait-api/contract.ts'
import { readEachAsync } from '#lib/read-each.ts'
import type { ImportRecord, ImportRowRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import type { RoundCount } from '#lib/store/import-task-store.ts'
import { IMPORTS } from './import-job.ts'

/** Converts an import for browsers. Only its owner sees the list's name and content. */
export async function toImport(record: ImportRecord, user: User): Promise<Import> {
  const mine = record.owner_id === user.id
  const { id, owner_email, project_id, project, state, error, planned } = record
  const { created_at, started_at, ended_at } = record
  return {
    id,
    owner_email,
    mine,
    project_id,
    project,
    file_name: mine ? record.file_name : null,
    columns: mine ? record.columns : [],
    ...toShownState(IMPORTS, record),
    error,
    counts: await getImportStore().counts(id),
    planned,
    edited: record.touched_at !== created_at,
    touched_at: record.touched_at,
    eta_seconds: estimateJob(IMPORTS, record, state === 'sending' ? await countCalls(id) : 0),
    created_at,
    started_at,
    ended_at,
    deleted_at: toDeletionTime(record).toISOString(),
  }
}

/** Lists the imports of a project, by all accounts. */
export async function listImports(projectId: number, user: User): Promise<Import[]> {
  const records = await getImportStore().list(projectId)
  return readEachAsync('imports', records, record => toImport(record, user))
}

export async function toImportWithRows(record: ImportRecord, user: User): Promise<ImportWithRows> {
  const rows = await getImportStore().rows(record.id)
  return { ...(await toImport(record, user)), rows: rows.map(toRow) }
}

function toRow({ given: values, in_flight: _, ...row }: ImportRowRecord): ImportResultRow {
  return { ...row, values }
}

/**
 * Counts calls: creates take one per 200 employees, each change takes one. Look-ups of employees not seen recently are
 * not included.
 */
async function countCalls(id: string): Promise<number> {
  const waiting = (await getImportStore().round(id)).filter(({ outcome }) => outcome === 'waiting')
  const count = (wanted: RoundCount['task']) => waiting.find(({ task }) => task === wanted)?.n ?? 0
  return Math.ceil(count('create') / EMPLOYEES_PER_CREATE) + count('update')
}
