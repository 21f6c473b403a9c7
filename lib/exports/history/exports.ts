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

/** Who looks at an export, and the service as they have it. */
export type Viewer = { user: User; client: PortraitClient | null }

/**
 * For those who may have its photos: the owner, or an administrator whose key is the one that fetched them. A folder
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

/** Newest first, as far as this person may see them. */
export function listExports(
  user: User,
  { page, project, person, target, state }: { page: number } & Partial<HistoryFilters>,
): Promise<ExportPage> {
  return getExportStore().list(
    { ownerId: toOwnerId(user), project, person, target, state },
    { limit: EXPORTS_PER_PAGE, offset: (page - 1) * EXPORTS_PER_PAGE },
  )
}

/** What the filters of this person's list can be set to. */
export function listExportChoices(user: User): Promise<ExportChoices> {
  return getExportStore().choices(toOwnerId(user))
}

/** Whether `requireOwnExport` would let them have it. */
export function mayDownload(row: ExportRow, { user, client }: Viewer): boolean {
  return row.owner_id === user.id || client?.keyFingerprint === row.key_fingerprint
}

/**
 * Which photo of each person a system had after an earlier export in this variant, and as which files: of that one and of those
 * which it got before. Null when the export is not theirs to see.
 */
export async function findEarlierPhotos(
  user: User,
  exportId: string,
  variant: PhotoVariant,
): Promise<Map<number, GivenPhoto> | null> {
  const row = await getExportStore().find(exportId)
  return row && maySee(user, row) ? readEarlierPhotos(exportId, variant) : null
}

/** The same, whoever asks. */
export function readEarlierPhotos(exportId: string, variant: PhotoVariant): Promise<Map<number, GivenPhoto>> {
  return getExportStore().givenUntil(exportId, variant)
}

/**
 * An archive can be downloaded for `EXPORT_DAYS`; what was exported stays known for `EXPORT_HISTORY_DAYS`, so that "what has
 * changed since last year" has an answer.
 */
export function tidyExports(now: number): Promise<void> {
  const { exportDays, exportHistoryDays } = getEnv()
  return getExportStore().tidy({
    readySince: new Date(now - exportDays * DAY_MS).toISOString(),
    createdSince: new Date(now - exportHistoryDays * DAY_MS).toISOString(),
  })
}

/** An administrator sees everybody's. */
function toOwnerId({ role, id }: User): string | null {
  return role === 'admin' ? null : id
}
