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

/** The configured sizes, when the request is about one of them; a call that can be spared is. */
export async function readSizes(
  client: PortraitClient,
  request: Pick<ResolvedRequest, 'size' | 'target'>,
  options: CallOptions,
): Promise<ImageSize[]> {
  return needsSizes(request.size, getTargetOrPlain(request.target)) ? getImageSizes(client, options) : []
}

/**
 * The size that the service is to crop the photos of an export to. Of a system that is gone by now there may be an archive, which
 * is still handed out. Throws `unknown_size`.
 */
export function toSourceSize(
  request: Pick<ResolvedRequest, 'size' | 'target'>,
  sizes: ImageSize[],
): PhotoSize {
  return chooseSize(request.size, getTargetOrPlain(request.target).renditions, sizes)
}

/** What an export says of its size: as it is now, and as it was at first when that was something else. */
export function toExportSize(
  { size }: Pick<ResolvedRequest, 'size'>,
  { now, known }: { now: PhotoSize; known: ExportRow['size'] },
): ExportRow['size'] {
  if (now === null || typeof size !== 'number') return null
  const first = known?.before ?? sizeOf({ size: known }) ?? now
  return { ...now, before: sizeKey(first) === sizeKey(now) ? null : first }
}

/** The configured size of an export's photos, as it was when they were fetched. */
export function sizeOf({ size }: Pick<ExportRow, 'size'>): PhotoSize {
  if (!size) return null
  const { before: _before, ...photoSize } = size
  return photoSize
}

/** Told of a file whose photo has other pixels than its size promises: the service is the judge, but nobody is misled. */
export function toPixelNotices({ employee, file_name, size, pixels }: EntryRow): ExportProblem[] {
  if (size === null || pixels === null || isAsPromised(size, pixels)) return []
  const values = { promised: toText(size), pixels: toText(pixels) }
  return [{ ...toProblem(employee, 'other_pixels', file_name), values }]
}

/** A dimension of 0 is free. */
function toText({ width, height }: Pixels): string {
  return `${width || '–'} × ${height || '–'}`
}
