import 'server-only'
import { crc32 } from 'node:zlib'
import { type Archive, type ArchiveEntry, planArchive } from '#lib/exports/archive/archive.ts'
import { readInChunks } from '#lib/exports/archive/read-in-chunks.ts'
import type { EntryRow, ExportRow, TextRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { toFilePath } from './fetch-file.ts'

/** One part of an export: its archive, and the photos in it in the archive's order, before the texts. */
export type OpenArchive = { archive: Archive; photos: EntryRow[] }

/** The archive of one part, as it was settled when the export became ready. */
export async function openArchive(row: ExportRow, part: number): Promise<OpenArchive> {
  const store = getExportStore()
  const entries = await store.entries(row.id)
  const photos = entries.filter(entry => entry.state === 'done' && entry.part === part)
  return { photos, archive: toArchive(row, photos, await store.texts(row.id, part)) }
}

export function toArchive(row: ExportRow, photos: EntryRow[], texts: TextRow[]): Archive {
  const files = photos.map((entry): ArchiveEntry => {
    const path = toFilePath(row.key_fingerprint, entry)
    return {
      name: entry.file_name,
      size: entry.bytes ?? 0,
      crc32: entry.crc32 ?? 0,
      open: () => readInChunks(path),
    }
  })
  return planArchive([...files, ...texts.map(toTextEntry)], new Date(row.created_at))
}

function toTextEntry({ name, content }: TextRow): ArchiveEntry {
  return {
    name,
    size: content.byteLength,
    crc32: crc32(content),
    async *open() {
      yield content
    },
  }
}
