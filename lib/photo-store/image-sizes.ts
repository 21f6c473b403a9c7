import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { ImageSize, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { SEEN_MS } from '#lib/portrait-api/recent-records.ts'
import { singleton } from '#lib/singleton.ts'
import { type PhotoSize, type Pixels, sizeKey, toPixelText } from './photo-size.ts'

/** The sizes that the service's operator has configured for this account, at most four. */
export function listImageSizes(client: PortraitClient, options?: CallOptions): Promise<ImageSize[]> {
  return client.listImageSizes(options)
}

/** The sizes that this key received within two minutes, or since a moment: one call serves all photos of that time. */
export async function getImageSizes(client: PortraitClient, options: CallOptions): Promise<ImageSize[]> {
  const known = client.recent.recallSizes(options.since ?? performance.now() - SEEN_MS)
  return known ?? client.listImageSizes({ ...options, fresh: true })
}

/** The current size with this index; undefined for an unlisted size, which the service has to refuse. */
export async function findImageSize(
  client: PortraitClient,
  index: number | null,
  options: CallOptions,
): Promise<PhotoSize | undefined> {
  if (index === null) return null
  return (await getImageSizes(client, options)).find(size => size.index === index)
}

type OtherPixels = { size: PhotoSize; variant: PhotoVariant; pixels: Pixels }

/**
 * Checks a photo whose pixels differ from its size: reads the sizes again, once for all such photos of two minutes. An
 * unchanged size means that the service does not keep its promise; the photo is accepted and logged once. Throws
 * `size_changed` when the size has changed, `unknown_size` when it was deleted.
 */
export async function requireSameSize(
  client: PortraitClient,
  { size, variant, pixels }: OtherPixels,
  options: CallOptions,
): Promise<void> {
  if (size === null) return
  const kind = `${client.keyFingerprint} ${variant} ${sizeKey(size)}`
  const { doubtedAt, told } = singleton('size-doubts', () => ({
    doubtedAt: new Map<string, number>(),
    told: new Set<string>(),
  }))
  const now = performance.now()
  const before = doubtedAt.get(kind) ?? Number.NEGATIVE_INFINITY
  const since = now - before < SEEN_MS ? before : now
  doubtedAt.set(kind, since)
  const sizes = await getImageSizes(client, { ...options, since })
  const current = sizes.find(({ index }) => index === size.index)
  if (!current) throw new DeskError('unknown_size')
  if (sizeKey(current) !== sizeKey(size)) throw new DeskError('size_changed')
  if (told.has(kind)) return
  told.add(kind)
  const promised = toPixelText(size)
  log('warn', 'photo_other_pixels', { variant, size: size.index, promised, pixels: toPixelText(pixels) })
}

/** The smallest size that is at least this large in both directions; null (full size) when none is. */
export function chooseImageSize(sizes: readonly ImageSize[], least: Pixels): PhotoSize {
  const sufficient = sizes.filter(({ width, height }) => width >= least.width && height >= least.height)
  const [smallest] = sufficient.sort((a, b) => a.width * a.height - b.width * b.height)
  return smallest ?? null
}
