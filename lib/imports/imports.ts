import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'

const DAY_MS = 24 * 60 * 60_000

/** States in which rows may be edited, and from which they can be sent. */
export const OPEN_STATES = ['draft', 'done', 'cancelled', 'failed'] as const satisfies ImportRecord['state'][]

/** Returns an import to its owner. Other users may know that it exists, so they get `forbidden`, not `not_found`. */
export async function requireOwnImport(user: User, importId: string): Promise<ImportRecord> {
  const record = await requireImport(importId)
  if (record.owner_id !== user.id) throw new DeskError('forbidden')
  return record
}

/** Returns an import to stop it: administrators may do that too, when the owner is away. */
export async function requireStoppableImport(user: User, importId: string): Promise<ImportRecord> {
  return user.role === 'admin' ? requireImport(importId) : requireOwnImport(user, importId)
}

export async function requireImport(importId: string): Promise<ImportRecord> {
  const record = await getImportStore().find(importId)
  if (!record) throw new DeskError('not_found')
  return record
}

/** Time when an import and its rows are deleted, unless it is used again before. */
export function toDeletionTime({ touched_at }: Pick<ImportRecord, 'touched_at'>): Date {
  return new Date(Date.parse(touched_at) + getEnv().importDays * DAY_MS)
}

/** Deletes the lists unused for `IMPORT_DAYS`, and resolves to their number. */
export function sweepImports(now: number): Promise<number> {
  return getImportStore().sweep(new Date(now - getEnv().importDays * DAY_MS).toISOString())
}
