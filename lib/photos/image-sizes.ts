import 'server-only'
import type { CallOptions, PortraitClient } from '#lib/portrait-api/client.ts'
import type { ImageSize } from '#lib/portrait-api/contract.ts'
import { singleton } from '#lib/singleton.ts'

/** Sizes change only when the service's operator changes them. */
const SIZES_KEPT_MS = 10 * 60_000

/** The sizes that the service's operator has configured for this account, at most four. */
export function listImageSizes(client: PortraitClient, options?: CallOptions): Promise<ImageSize[]> {
  return client.listImageSizes(options)
}

/** The same, kept for a while: for pictures that the desk makes by itself. */
export async function getImageSizes(client: PortraitClient, options: CallOptions): Promise<ImageSize[]> {
  const kept = singleton('image-sizes', () => new Map<string, { sizes: ImageSize[]; until: number }>())
  const known = kept.get(client.keyFingerprint)
  if (known && known.until > Date.now()) return known.sizes
  const sizes = await listImageSizes(client, options)
  kept.set(client.keyFingerprint, { sizes, until: Date.now() + SIZES_KEPT_MS })
  return sizes
}

/** The index of the smallest size that is at least so large in both directions; null (full size) when none is. */
export function chooseImageSize(
  sizes: readonly ImageSize[],
  least: Pick<ImageSize, 'width' | 'height'>,
): number | null {
  const sufficient = sizes.filter(({ width, height }) => width >= least.width && height >= least.height)
  const [smallest] = sufficient.sort((a, b) => a.width * a.height - b.width * b.height)
  return smallest?.index ?? null
}
