import 'server-only'
import type { Database } from './engine.ts'
import { type ExportRow, exportRow, type FileRow, type SentRange } from './export-rows.ts'
import { openTable } from './table.ts'

/** Maximum number of separate ranges that are recorded for an archive. */
const RANGES_MAX = 100

export type Sent = SentRange & {
  /** Counts from 1. */
  part: number
  /** Entity tag and photos of the archive that the bytes are from. */
  etag: string
  photos: readonly Pick<FileRow, 'position' | 'edited_at' | 'file_name'>[]
}

/**
 * Records that these bytes of an archive were sent. Once all bytes were sent, in whatever order downloads were
 * interrupted and resumed, its photos count as given. When that is true of all parts, the export counts as downloaded.
 * An archive that was rebuilt meanwhile is a different one, of which nothing was sent. The photos given are those that
 * were sent: the export may already contain newer ones.
 */
export async function noteSent(
  database: Database,
  id: string,
  { part: number, etag, first, end, photos }: Sent,
): Promise<void> {
  const exports = openTable(database, 'exports', { row: exportRow })
  await database.transaction(async within => {
    const row = await exports.on(within).find('WHERE id = ?', id)
    const part = row?.parts[number - 1]
    if (!row || !part || ![etag, ''].includes(part.etag)) return
    const sent = join([...part.sent, { first, end }])
    const parts = row.parts.with(number - 1, { ...part, sent })
    if (isSentWhole({ ...part, sent })) {
      // A file that was sent under another name must still be removed at the receiving system.
      await within.each(
        `INSERT INTO given_before (export_id, employee_id, file_name, edited_at, created_at, naming)
         SELECT x.id, employee_id, given_file_name, given_edited_at, x.created_at, x.request ->> 'naming'
         FROM exports AS x JOIN export_entries ON export_id = x.id
         WHERE x.id = ? AND position = ? AND given_file_name <> ? ON CONFLICT DO NOTHING`,
        photos.map(({ file_name, position }) => [id, position, file_name]),
      )
      await within.each(
        'UPDATE export_entries SET given_edited_at = ?, given_file_name = ? WHERE export_id = ? AND position = ?',
        photos.map(({ edited_at, file_name, position }) => [edited_at, file_name, id, position]),
      )
    }
    const isDownloaded = parts.every(one => one.report || isSentWhole(one))
    const downloaded_at = row.downloaded_at ?? (isDownloaded ? new Date().toISOString() : null)
    await exports.on(within).update({ parts, downloaded_at }, 'WHERE id = ?', id)
  })
}

function isSentWhole({ bytes, sent }: Pick<ExportRow['parts'][number], 'bytes' | 'sent'>): boolean {
  return sent.some(({ first, end }) => first === 0 && end >= bytes)
}

/** Merges the ranges into as few as possible. */
function join(ranges: SentRange[]): SentRange[] {
  const joined: SentRange[] = []
  for (const next of ranges.toSorted((a, b) => a.first - b.first)) {
    const last = joined.at(-1)
    if (last && next.first <= last.end) last.end = Math.max(last.end, next.end)
    else joined.push({ ...next })
  }
  return joined.slice(0, RANGES_MAX)
}
