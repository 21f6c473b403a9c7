import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { refreshRosterOf } from '#lib/employees/roster.ts'
import { chooseImageSize, getImageSizes } from '#lib/photo-store/image-sizes.ts'
import { type PhotoRef, toFilePrefix } from '#lib/photo-store/photo-file.ts'
import { personFolder } from '#lib/photo-store/photo-store.ts'
import { saveFile } from '#lib/photo-store/save-file.ts'
import { fetchVerifiedPhoto } from '#lib/photo-store/verify-photo.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { SEEN_MS } from '#lib/portrait-api/recent-records.ts'
import { requirePhotoVersion } from './photo-access.ts'
import { despiteChange } from './removed-meanwhile.ts'

/** Twice the size at which the table shows it, for dense screens. */
export const THUMBNAIL_WIDTH = 96
export const THUMBNAIL_HEIGHT = 128

/** A small WebP of the approved portrait, made once from the smallest size of the service that suffices. */
export function getThumbnail(
  client: PortraitClient,
  photo: { employeeId: number; editedAt: string },
  options: CallOptions,
): Promise<Uint8Array> {
  return despiteChange(async () => {
    if (!client.recent.lastSeen(photo.employeeId, SEEN_MS)) await refreshRosterOf(client, photo.employeeId)
    await requirePhotoVersion(client, { ...photo, variant: 'standard' }, options)
    const size = chooseImageSize(await getImageSizes(client, options), {
      width: THUMBNAIL_WIDTH,
      height: THUMBNAIL_HEIGHT,
    })
    const ref: PhotoRef = { ...photo, variant: 'standard', size }
    const path = join(
      personFolder(client.keyFingerprint, ref.employeeId),
      `thumbnail-upright-${toFilePrefix(ref)}.webp`,
    )
    const kept = await readFile(path).catch(() => null)
    return kept ?? makeThumbnail((await fetchVerifiedPhoto(client, ref, options)).path, path)
  })
}

async function makeThumbnail(source: string, path: string): Promise<Uint8Array> {
  const bytes = await sharp(await readFile(source))
    .autoOrient()
    .resize(THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT, { fit: 'cover', position: 'top' })
    .webp({ quality: 80 })
    .toBuffer()
  await saveFile(path, bytes)
  return bytes
}
