import type { TargetLimits } from '#lib/exports/targets/target.ts'

/** Headers and names that ZIP adds to a file: 30 + 46 bytes, and twice a name of at most 255. */
const FILE_OVERHEAD_BYTES = 30 + 46 + 2 * 255 + 2 * 20
/** The end of an archive, also of one with ZIP64. */
const ARCHIVE_OVERHEAD_BYTES = 256

/** What belongs to one person and is never split: its files and their bytes; and the part that it was in before, if any. */
type PartItem = { files: number; bytes: number; part?: number }

/**
 * The part of each item, from 1: in their order a part is filled until the next item would break a limit. `reserved` counts the bytes
 * that every part holds beside its photos, such as the report. An item that is too large by itself has a part of its own. When there
 * were `settled` parts before, somebody may have taken some of them: whatever was in one stays there, what is new or would break
 * a limit comes into the last one or a further one, and there are never fewer.
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
