import 'server-only'
import type { Database } from './engine.ts'
import { type ExportRow, exportRow, type FileRow, type SentRange } from './export-rows.ts'
import { openTable } from './table.ts'

/** Somebody who takes an archive in ever so many pieces is believed no more than these. */
const RANGES_MAX = 100

export type Sent = SentRange & {
  /** From 1. */
  part: number
  /** Of the archive that they are bytes of, and its photos. */
  etag: string
  photos: readonly Pick<FileRow, 'position' | 'edited_at' | 'file_name'>[]
}

/**
 * These bytes of an archive have gone out. With the last of them its photos are given, whatever the order in which a download was
 * broken off and gone on with; when that is so of all parts, the export is downloaded. An archive that was made again meanwhile is
 * another one, of which nothing has gone out. What is given is what was sent: the export may know newer photos by then.
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
      // What has gone out under another name is still to be removed.
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

/** The same bytes in as few ranges as possible. */
function join(ranges: SentRange[]): SentRange[] {
  const joined: SentRange[] = []
  for (const next of ranges.toSorted((a, b) => a.first - b.first)) {
    const last = joined.at(-1)
    if (last && next.first <= last.end) last.end = Math.max(last.end, next.end)
    else joined.push({ ...next })
  }
  return joined.slice(0, RANGES_MAX)
}
