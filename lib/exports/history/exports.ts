import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { maySee, requireJob } from '#lib/jobs/job.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { ExportChoices, ExportPage } from '#lib/store/export-questions.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import type { GivenPhoto } from '#lib/store/given-photos.ts'
import type { HistoryFilters } from './history-filters.ts'

export const EXPORTS_PER_PAGE = 25

const DAY_MS = 24 * 60 * 60_000

/** The account that views an export, and its connection to the service. */
export type Viewer = { user: User; client: PortraitClient | null }

/**
 * Returns an export to those who may have its photos: the owner, or an administrator whose key fetched them. A folder
 * of the photo store serves only its own key.
 */
export async function requireOwnExport(
  user: User,
  exportId: string,
  client: PortraitClient | null,
): Promise<ExportRow> {
  const row = await requireJob({ store: getExportStore }, user, exportId)
  if (!mayDownload(row, { user, client })) throw new DeskError('forbidden')
  return row
}

/** Lists the exports that this account may see, newest first. */
export function listExports(
  user: User,
  { page, project, person, target, state }: { page: number } & Partial<HistoryFilters>,
): Promise<ExportPage> {
  return getExportStore().list(
    { ownerId: toOwnerId(user), project, person, target, state },
    { limit: EXPORTS_PER_PAGE, offset: (page - 1) * EXPORTS_PER_PAGE },
  )
}

/** Returns the possible filter values for this account's list. */
export function listExportChoices(user: User): Promise<ExportChoices> {
  return getExportStore().choices(toOwnerId(user))
}

/** True when `requireOwnExport` would return the export. */
export function mayDownload(row: ExportRow, { user, client }: Viewer): boolean {
  return row.owner_id === user.id || client?.keyFingerprint === row.key_fingerprint
}

/**
 * Returns each employee's photo and files that a system had after an earlier export in this variant. They come from
 * that export and from those before it. Null when the account may not see the export.
 */
export async function findEarlierPhotos(
  user: User,
  exportId: string,
  variant: PhotoVariant,
): Promise<Map<number, GivenPhoto> | null> {
  const row = await getExportStore().find(exportId)
  return row && maySee(user, row) ? readEarlierPhotos(exportId, variant) : null
}

/** The same without checking the account. */
export function readEarlierPhotos(exportId: string, variant: PhotoVariant): Promise<Map<number, GivenPhoto>> {
  return getExportStore().givenUntil(exportId, variant)
}

/**
 * Deletes old exports. An archive can be downloaded for `EXPORT_DAYS`. The record of what was exported stays for
 * `EXPORT_HISTORY_DAYS`, to answer "what has changed since last year".
 */
export function tidyExports(now: number): Promise<void> {
  const { exportDays, exportHistoryDays } = getEnv()
  return getExportStore().tidy({
    readySince: new Date(now - exportDays * DAY_MS).toISOString(),
    createdSince: new Date(now - exportHistoryDays * DAY_MS).toISOString(),
  })
}

/** Administrators see the exports of all accounts. */
function toOwnerId({ role, id }: User): string | null {
  return role === 'admin' ? null : id
}
