import 'server-only'
import { randomUUID } from 'node:crypto'
import { type ImportDraft, type ImportEdits, isOpenRow } from '#lib/contracts/imports.ts'
import type { User } from '#lib/contracts/session.ts'
import { DeskError, type FieldErrors } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { requireRoomToBegin } from '#lib/process/disk-room.ts'
import { requireProject } from '#lib/projects/projects.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { OPEN_STATES, sweepImports } from './imports.ts'

const MIB = 1024 * 1024

/**
 * Stores a list that has been read, so that the user can continue anywhere. Nothing is sent. It deletes no other draft
 * than the one it replaces: the server cannot see whether a tab still works on one, so the user chooses. Throws
 * `too_many_drafts` and `lists_too_large`, which name the oldest draft.
 */
export async function createDraft(
  client: PortraitClient,
  { projectId, draft, user }: { projectId: number; draft: ImportDraft; user: User },
): Promise<ImportRecord> {
  const { id, projektnummer, name } = await requireProject(client, projectId)
  requireDistinctRows(draft)
  await sweepImports(Date.now())
  await requireRoomToBegin()
  const now = new Date().toISOString()
  const record: ImportRecord = {
    id: randomUUID(),
    owner_id: user.id,
    owner_email: user.email,
    project_id: id,
    project: { projektnummer, name },
    key_fingerprint: client.keyFingerprint,
    file_name: draft.file_name,
    columns: draft.columns,
    state: 'draft',
    pause_reason: null,
    error: null,
    planned: 0,
    created_at: now,
    started_at: null,
    ended_at: null,
    cancelled_by: null,
    touched_at: now,
  }
  const { importDrafts, importBytes } = getEnv().quotas
  const { replaces, replaces_touched_at } = draft
  const room = { drafts: importDrafts, bytes: importBytes, replaces, touchedAt: replaces_touched_at }
  const full = await getImportStore().create(record, draft.rows, room)
  if (full === 'drafts') throw await toRefusal('too_many_drafts', { ownerId: user.id, max: importDrafts })
  if (full === 'bytes') throw await toRefusal('lists_too_large', { ownerId: user.id, max: importBytes / MIB })
  log('info', 'import_drafted', { import: record.id, user: user.id, project: id, rows: draft.rows.length })
  return record
}

/**
 * Changes rows that are not finished. On an error nothing is changed. Throws `import_moved_on` while the import is
 * being sent, and `invalid` with every row that is missing or finished. Throws `lists_too_large` when the list would
 * exceed its owner's quota.
 */
export async function editRows(record: ImportRecord, { edits }: ImportEdits): Promise<void> {
  const named = edits.map(({ row }) => row)
  const rows = new Map((await getImportStore().rows(record.id, named)).map(row => [row.row, row]))
  const errors: FieldErrors = {}
  const changed = edits.flatMap(({ row: number, values, excluded, chosen_change }, index) => {
    const row = rows.get(number)
    if (!row || !isOpenRow(row)) {
      errors[`edits.${index}.row`] = ['This row cannot be changed.']
      return []
    }
    // One call may name the same row twice; the second edit builds on the first.
    const edited = {
      ...row,
      given: { ...row.given, ...values },
      excluded: excluded ?? row.excluded,
      chosen_change: chosen_change === undefined ? row.chosen_change : chosen_change,
    }
    rows.set(number, edited)
    return [edited]
  })
  if (Object.keys(errors).length > 0) throw new DeskError('invalid', { errors })
  const { importBytes } = getEnv().quotas
  const outcome = await getImportStore().edit(record, changed, {
    onlyIn: [...OPEN_STATES],
    bytes: importBytes,
  })
  if (outcome === 'state') throw new DeskError('import_moved_on')
  if (outcome === 'bytes')
    throw await toRefusal('lists_too_large', { ownerId: record.owner_id, max: importBytes / MIB })
}

async function toRefusal(
  code: 'too_many_drafts' | 'lists_too_large',
  { ownerId, max }: { ownerId: string; max: number },
): Promise<DeskError> {
  const draft = await getImportStore().oldestDraft(ownerId)
  const oldest = { oldest: draft?.file_name ?? '', project: draft?.project.name ?? '' }
  return new DeskError(code, { values: { max, drafts: draft ? 1 : 0, ...oldest } })
}

function requireDistinctRows({ rows }: ImportDraft): void {
  const seen = new Set<number>()
  for (const [index, { row }] of rows.entries()) {
    if (seen.has(row))
      throw new DeskError('invalid', { errors: { [`rows.${index}.row`]: ['This row is there twice.'] } })
    seen.add(row)
  }
}
