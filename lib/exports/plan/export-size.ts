import 'server-only'
import type { ExportProblem, ResolvedRequest } from '#lib/exports/contract.ts'
import { toProblem } from '#lib/exports/problems.ts'
import { getTargetOrPlain } from '#lib/exports/targets/get-targets.ts'
import { getImageSizes } from '#lib/photo-store/image-sizes.ts'
import { isAsPromised, type PhotoSize, type Pixels, sizeKey } from '#lib/photo-store/photo-size.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { ImageSize } from '#lib/portrait-api/contract.ts'
import type { EntryRow, ExportRow } from '#lib/store/export-rows.ts'
import { chooseSize, needsSizes } from './source-size.ts'

/** Reads the configured sizes, but only when the request needs one: it avoids calls. */
export async function readSizes(
  client: PortraitClient,
  request: Pick<ResolvedRequest, 'size' | 'target'>,
  options: CallOptions,
): Promise<ImageSize[]> {
  return needsSizes(request.size, getTargetOrPlain(request.target)) ? getImageSizes(client, options) : []
}

/**
 * Returns the size to which the service crops the photos of an export. A removed target may still have an archive to
 * serve. Throws `unknown_size`.
 */
export function toSourceSize(
  request: Pick<ResolvedRequest, 'size' | 'target'>,
  sizes: ImageSize[],
): PhotoSize {
  return chooseSize(request.size, getTargetOrPlain(request.target).renditions, sizes)
}

/** Returns the export's image size as it is now, with the original one in `before` when it differs. */
export function toExportSize(
  { size }: Pick<ResolvedRequest, 'size'>,
  { now, known }: { now: PhotoSize; known: ExportRow['size'] },
): ExportRow['size'] {
  if (now === null || typeof size !== 'number') return null
  const first = known?.before ?? sizeOf({ size: known }) ?? now
  return { ...now, before: sizeKey(first) === sizeKey(now) ? null : first }
}

/** The configured size of an export's photos at the time of fetching. */
export function sizeOf({ size }: Pick<ExportRow, 'size'>): PhotoSize {
  if (!size) return null
  const { before: _before, ...photoSize } = size
  return photoSize
}

/**
 * Returns a notice for a file whose pixels differ from its configured size. The service decides on the photo, but users
 * must know.
 */
export function toPixelNotices({ employee, file_name, size, pixels }: EntryRow): ExportProblem[] {
  if (size === null || pixels === null || isAsPromised(size, pixels)) return []
  const values = { promised: toText(size), pixels: toText(pixels) }
  return [{ ...toProblem(employee, 'other_pixels', file_name), values }]
}

/** A dimension of 0 is free. */
function toText({ width, height }: Pixels): string {
  return `${width || '–'} × ${height || '–'}`
}
