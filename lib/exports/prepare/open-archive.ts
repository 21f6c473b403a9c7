import 'server-only'
import { crc32 } from 'node:zlib'
import { type Archive, type ArchiveEntry, planArchive } from '#lib/exports/archive/archive.ts'
import { readInChunks } from '#lib/exports/archive/read-in-chunks.ts'
import type { ExportRow, FileRow, TextRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { toFilePath } from './fetch-file.ts'

/** A file of an archive, with its path in the store. */
export type ArchivePhoto = FileRow & { path: string }

/** One part of an export: its archive, and its photos in the archive's order, before the texts. */
export type OpenArchive = { archive: Archive; photos: ArchivePhoto[] }

/** Opens the archive of one part, as fixed when the export became ready. */
export async function openArchive(row: ExportRow, part: number): Promise<OpenArchive> {
  const store = getExportStore()
  const files = await store.files(row.id)
  const photos = locate(
    row,
    files.filter(file => file.part === part),
  )
  return { photos, archive: toArchive(row, photos, await store.texts(row.id, part)) }
}

export function locate({ key_fingerprint }: ExportRow, files: FileRow[]): ArchivePhoto[] {
  return files.map(file => ({ ...file, path: toFilePath(key_fingerprint, file) }))
}

export function toArchive(row: ExportRow, photos: FileRow[], texts: TextRow[]): Archive {
  const files = photos.map(
    (photo): ArchiveEntry => ({
      name: photo.file_name,
      size: photo.bytes ?? 0,
      crc32: photo.crc32 ?? 0,
      open: () => readInChunks(toFilePath(row.key_fingerprint, photo)),
    }),
  )
  return planArchive([...files, ...texts.map(toTextEntry)], new Date(row.renewed_at ?? row.created_at))
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
