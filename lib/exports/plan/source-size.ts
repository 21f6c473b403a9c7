import { DeskError } from '#lib/errors.ts'
import type { Target } from '#lib/exports/targets/target.ts'
import type { PhotoSize } from '#lib/photo-store/photo-size.ts'
import type { ImageSize } from '#lib/portrait-api/contract.ts'

/** Tolerated difference between two aspect ratios: a size in whole pixels never matches exactly. */
const ASPECT_TOLERANCE = 0.01

type Box = { width: number; height: number }

/**
 * Chooses the requested size. `auto` picks one from which all renditions can be made without enlarging, or null for the
 * full photo. Sizes with the target's aspect ratio come first: the service has aligned their section on the eyes
 * (specification section 4), so no further cut is needed. Ties go to the smallest.
 * Throws `unknown_size` unless the service offers the size; the full photo is always available.
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

/** True when the choice needs the configured sizes; otherwise their call is skipped. */
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

/** Counts the boxes that would need a further cut. */
function cuts(size: Box, boxes: Box[]): number {
  const aspect = size.width / size.height
  return boxes.filter(box => Math.abs(aspect / (box.width / box.height) - 1) > ASPECT_TOLERANCE).length
}
