import type { TargetLimits } from '#lib/exports/targets/target.ts'

/** Bytes that ZIP adds to a file: headers of 30 + 46 bytes, and twice a name of at most 255. */
const FILE_OVERHEAD_BYTES = 30 + 46 + 2 * 255 + 2 * 20
/** End records of an archive, with ZIP64 if needed. */
const ARCHIVE_OVERHEAD_BYTES = 256

/** One employee's files, never split across parts: their number, their bytes, and the earlier part, if any. */
type PartItem = { files: number; bytes: number; part?: number }

/**
 * Assigns each item to a part, counted from 1. In order, a part is filled until the next item would break a limit.
 * `reserved` counts bytes that every part holds besides its photos, such as the report. An item above the limit gets a
 * part of its own.
 *
 * When there were `settled` parts before, some may already be downloaded. Items therefore stay in their earlier part.
 * New items, and items that would break a limit, go into the last part or a further one. The number of parts never
 * shrinks.
 */
export function assignParts(
  items: PartItem[],
  limits: TargetLimits,
  { reserved = 0, settled = 0 } = {},
): number[] {
  const empty = { files: 0, bytes: ARCHIVE_OVERHEAD_BYTES + reserved }
  const filled = Array.from({ length: Math.max(settled, 1) }, () => empty)
  const take = (part: number, { files, bytes }: PartItem): boolean => {
    const before = filled[part - 1] ?? empty
    const next = {
      files: before.files + files,
      bytes: before.bytes + bytes + files * FILE_OVERHEAD_BYTES,
    }
    const full =
      (limits.photos !== null && next.files > limits.photos) ||
      (limits.bytes !== null && next.bytes > limits.bytes)
    if (full && before !== empty) return false
    filled[part - 1] = next
    return true
  }
  const kept = items.map(item => {
    const part = item.part ?? 0
    return part > 0 && part <= settled && take(part, item) ? part : null
  })
  return items.map((item, index) => {
    const part = kept[index]
    if (part) return part
    if (!take(filled.length, item)) take(filled.length + 1, item)
    return filled.length
  })
}
