import 'server-only'
import { readFile } from 'node:fs/promises'
import { decodePicture } from '#lib/photo-store/decode-picture.ts'
import { chooseImageSize, getImageSizes } from '#lib/photo-store/image-sizes.ts'
import { fetchRendition } from '#lib/photo-store/rendition.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import { requirePhotoVersion } from './photo-access.ts'
import { despiteChange } from './removed-meanwhile.ts'

/** Twice the size at which an employee's sheet shows it, for dense screens. */
const PREVIEW_WIDTH = 480
const PREVIEW_HEIGHT = 600

/**
 * Returns the approved portrait at the desk's largest size: never enlarged, and without background when the photo has
 * none. Made once, from the smallest sufficient upright size of the service, else from the full size: a square size
 * would lack the shoulders.
 */
export function getPreview(
  client: PortraitClient,
  photo: { employeeId: number; editedAt: string; variant: PhotoVariant },
  options: CallOptions,
): Promise<Uint8Array> {
  return despiteChange(async () => {
    await requirePhotoVersion(client, photo, options)
    const least = { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT }
    const upright = (await getImageSizes(client, options)).filter(({ width, height }) => height > width)
    const size = chooseImageSize(upright, least)
    const rendition = { key: 'upright', extension: 'webp', render }
    const { path } = await fetchRendition(client, { ...photo, size }, rendition, options)
    return readFile(path)
  })
}

function render(photo: Buffer): Promise<Buffer> {
  return decodePicture(photo, {}, image =>
    image
      .autoOrient()
      .resize(PREVIEW_WIDTH, PREVIEW_HEIGHT, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer(),
  )
}
