import 'server-only'
import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions, PortraitClient } from '#lib/portrait-api/client.ts'
import type { ImageSize } from '#lib/portrait-api/contract.ts'
import { singleton } from '#lib/singleton.ts'
import { listImageSizes } from './image-sizes.ts'
import { getPhotoVersion } from './photo-access.ts'
import { type PhotoRef, toFilePrefix } from './photo-file.ts'
import { personFolder } from './photo-store.ts'
import { fetchVerifiedPhoto } from './verify-photo.ts'

/** Twice the size at which the table shows it, for dense screens. */
export const THUMBNAIL_WIDTH = 96
export const THUMBNAIL_HEIGHT = 128

/** Sizes change only when the service's operator changes them. */
const SIZES_KEPT_MS = 10 * 60_000

/** A small WebP of the approved portrait, made once from the smallest size of the service that suffices. */
export async function getThumbnail(
  client: PortraitClient,
  photo: { employeeId: number; editedAt: string },
  options: CallOptions,
): Promise<Uint8Array> {
  await requireVersion(client, photo, options)
  const size = chooseThumbnailSize(await getSizes(client, options))
  const ref: PhotoRef = { ...photo, variant: 'standard', size }
  const path = join(
    personFolder(client.keyFingerprint, ref.employeeId),
    `thumbnail-${toFilePrefix(ref)}.webp`,
  )
  const kept = await readFile(path).catch(() => null)
  return kept ?? makeThumbnail((await fetchVerifiedPhoto(client, ref, options)).path, path)
}

/** A version that this key has not just been shown is asked for; one that is not current any more is `not_available`. */
async function requireVersion(
  client: PortraitClient,
  { employeeId, editedAt }: { employeeId: number; editedAt: string },
  options: CallOptions,
): Promise<void> {
  const person = { employeeId, variant: 'standard' } as const
  if ((await getPhotoVersion(client, person, options)) === editedAt) return
  if ((await getPhotoVersion(client, person, { ...options, fresh: true })) === editedAt) return
  throw new DeskError('not_available')
}

/** The index of the smallest sufficient size; null (full size) when none suffices. */
export function chooseThumbnailSize(sizes: ImageSize[]): number | null {
  const sufficient = sizes.filter(
    ({ width, height }) => width >= THUMBNAIL_WIDTH && height >= THUMBNAIL_HEIGHT,
  )
  const [smallest] = sufficient.sort((a, b) => a.width * a.height - b.width * b.height)
  return smallest?.index ?? null
}

async function makeThumbnail(source: string, path: string): Promise<Uint8Array> {
  const bytes = await sharp(source)
    .resize(THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT, { fit: 'cover', position: 'top' })
    .webp({ quality: 80 })
    .toBuffer()
  const partial = `${path}.${randomUUID()}.partial`
  await writeFile(partial, bytes, { mode: 0o600 })
  await rename(partial, path)
  return bytes
}

async function getSizes(client: PortraitClient, options: CallOptions): Promise<ImageSize[]> {
  const kept = singleton('image-sizes', () => new Map<string, { sizes: ImageSize[]; until: number }>())
  const known = kept.get(client.keyFingerprint)
  if (known && known.until > Date.now()) return known.sizes
  const sizes = await listImageSizes(client, options)
  kept.set(client.keyFingerprint, { sizes, until: Date.now() + SIZES_KEPT_MS })
  return sizes
}
