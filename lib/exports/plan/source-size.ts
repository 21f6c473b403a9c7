import { DeskError } from '#lib/errors.ts'
import type { Target } from '#lib/exports/targets/target.ts'
import type { PhotoSize } from '#lib/photo-store/photo-size.ts'
import type { ImageSize } from '#lib/portrait-api/contract.ts'

/** A hair's breadth of difference between two proportions: a size in whole pixels is never exactly in proportion. */
const ASPECT_TOLERANCE = 0.01

type Box = { width: number; height: number }

/**
 * The configured size that was asked for, or for `auto` the one from which all renditions can be made without enlarging, null for the full photo.
 * Sizes in the target's own proportions come first, because the service has aligned their section on the eyes
 * (specification section 4) and nothing more needs to be cut; among those, and otherwise, the smallest.
 * Throws `unknown_size` unless the service offers the size; the full photo it always offers.
 */
export function chooseSize(
  wanted: number | null | 'auto',
  renditions: readonly Pick<Target['renditions'][number], 'rendering'>[],
  sizes: ImageSize[],
): PhotoSize {
  if (typeof wanted === 'number') return requireSize(sizes, wanted)
  if (wanted === null) return null
  const boxes = renditions.map(({ rendering }) => rendering)
  if (boxes.length === 0) return null
  const sufficient = sizes.filter(size =>
    boxes.every(({ width, height }) => size.width >= width && size.height >= height),
  )
  const [best] = sufficient.sort(
    (a, b) => cuts(a, boxes) - cuts(b, boxes) || a.width * a.height - b.width * b.height,
  )
  return best ?? null
}

/** Whether the sizes must be known for that at all: a call that can be spared is. */
export function needsSizes(
  wanted: number | null | 'auto',
  { renditions }: Pick<Target, 'renditions'>,
): boolean {
  return typeof wanted === 'number' || (wanted === 'auto' && renditions.length > 0)
}

function requireSize(sizes: ImageSize[], wanted: number): ImageSize {
  const size = sizes.find(({ index }) => index === wanted)
  if (!size) throw new DeskError('unknown_size')
  return size
}

/** How many of the boxes would need a further cut. */
function cuts(size: Box, boxes: Box[]): number {
  const aspect = size.width / size.height
  return boxes.filter(box => Math.abs(aspect / (box.width / box.height) - 1) > ASPECT_TOLERANCE).length
}
