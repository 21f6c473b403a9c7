import 'server-only'
import { join } from 'node:path'
import { renderPhoto } from '#lib/exports/render/render-photo.ts'
import { renderingExtension, renderingKey, renderingSchema } from '#lib/exports/render/rendering.ts'
import { type PhotoRef, type StoredPhoto, toFileName } from '#lib/photo-store/photo-file.ts'
import { personFolder } from '#lib/photo-store/photo-store.ts'
import { fetchRendition } from '#lib/photo-store/rendition.ts'
import { fetchVerifiedPhoto } from '#lib/photo-store/verify-photo.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { FileRow } from '#lib/store/export-rows.ts'

/** Photos fetched concurrently: enough to use a burst of the rate limit, few enough to keep memory flat. */
export const PHOTOS_IN_FLIGHT = 8

/** The fields that determine a file's content. */
type Source = Pick<FileRow, 'employee_id' | 'edited_at' | 'variant' | 'size' | 'rendering'>

/**
 * Returns the complete file of an entry: from the store, rendered from a stored photo, or fetched in the background.
 */
export function fetchFile(
  client: PortraitClient,
  entry: Source,
  waiting: Pick<CallOptions, 'signal' | 'begun'>,
): Promise<StoredPhoto> {
  const options = { ...waiting, lane: 'background' } as const
  const source = toSource(entry)
  if (entry.rendering === null) return fetchVerifiedPhoto(client, source, options)
  const rendering = renderingSchema.parse(entry.rendering)
  const render = (photo: Buffer) => renderPhoto(photo, rendering)
  return fetchRendition(client, source, { ...toForm(entry), render }, options)
}

/** Returns the path of a finished entry's file; the store may have evicted it. */
export function toFilePath(keyFingerprint: string, entry: FileRow): string {
  const { bytes, crc32, sha256, pixels } = entry
  const facts = { bytes: bytes ?? 0, crc32: crc32 ?? 0, sha256: sha256 ?? '', pixels }
  return join(personFolder(keyFingerprint, entry.employee_id), toFileName(toRef(entry), facts))
}

function toRef(entry: FileRow): PhotoRef {
  const source = toSource(entry)
  return entry.rendering === null ? source : { ...source, rendition: toForm(entry) }
}

function toSource({ employee_id, variant, size, edited_at }: Source): PhotoRef {
  return { employeeId: employee_id, variant, size, editedAt: edited_at }
}

function toForm(entry: Pick<Source, 'rendering'>): { key: string; extension: string } {
  const rendering = renderingSchema.parse(entry.rendering)
  return { key: renderingKey(rendering), extension: renderingExtension(rendering) }
}
