import type { TargetLimits } from '#lib/exports/targets/target.ts'

/** Headers and names that ZIP adds to a file: 30 + 46 bytes, and twice a name of at most 255. */
const FILE_OVERHEAD_BYTES = 30 + 46 + 2 * 255 + 2 * 20
/** The end of an archive, also of one with ZIP64. */
const ARCHIVE_OVERHEAD_BYTES = 256

/** What belongs to one person and is never split: its files and their bytes. */
type PartItem = { files: number; bytes: number }

/**
 * The part of each item, from 1, in their order: a part is filled until the next item would break a limit. `reserved`
 * counts the bytes that every part holds beside its photos, such as the report. An item that is too large by itself
 * has a part of its own.
 */
export function assignParts(items: PartItem[], limits: TargetLimits, { reserved = 0 } = {}): number[] {
  const empty = { files: 0, bytes: ARCHIVE_OVERHEAD_BYTES + reserved }
  let part = 1
  let filled = empty
  return items.map(({ files, bytes }) => {
    const grown = (from: PartItem) => ({
      files: from.files + files,
      bytes: from.bytes + bytes + files * FILE_OVERHEAD_BYTES,
    })
    const next = grown(filled)
    const full =
      (limits.photos !== null && next.files > limits.photos) ||
      (limits.bytes !== null && next.bytes > limits.bytes)
    if (full && filled !== empty) {
      part += 1
      filled = grown(empty)
    } else filled = next
    return part
  })
}
