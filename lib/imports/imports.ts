import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'

const DAY_MS = 24 * 60 * 60_000

/** In which rows may be mended, and from which they can be sent. */
export const OPEN_STATES = ['draft', 'done', 'cancelled', 'failed'] as const satisfies ImportRecord['state'][]

/** Of whoever began it. Other people know that it is there: `forbidden`, and not `not_found`. */
export async function requireOwnImport(user: User, importId: string): Promise<ImportRecord> {
  const record = await requireImport(importId)
  if (record.owner_id !== user.id) throw new DeskError('forbidden')
  return record
}

/** For stopping it: administrators may that too, when the owner is not there. */
export async function requireStoppableImport(user: User, importId: string): Promise<ImportRecord> {
  return user.role === 'admin' ? requireImport(importId) : requireOwnImport(user, importId)
}

export async function requireImport(importId: string): Promise<ImportRecord> {
  const record = await getImportStore().find(importId)
  if (!record) throw new DeskError('not_found')
  return record
}

/** When an import is deleted with all its rows, unless somebody touches it again. */
export function toDeletionTime({ touched_at }: Pick<ImportRecord, 'touched_at'>): Date {
  return new Date(Date.parse(touched_at) + getEnv().importDays * DAY_MS)
}

/** Deletes the lists that nobody has touched for `IMPORT_DAYS`, and resolves to how many. */
export function sweepImports(now: number): Promise<number> {
  return getImportStore().sweep(new Date(now - getEnv().importDays * DAY_MS).toISOString())
}
