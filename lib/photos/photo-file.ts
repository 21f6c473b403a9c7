import 'server-only'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import { extensionOf } from './photo-version.ts'

/** One version of one photo. `editedAt` is `photo.edited_at`: a retake is another version. */
export type PhotoRef = {
  employeeId: number
  variant: PhotoVariant
  /** Index of a configured image size, or null for the full size. */
  size: number | null
  editedAt: string
  /** Made by the desk from what the service gave; absent for the service's own bytes. */
  rendition?: { key: string; extension: string }
}

export type StoredPhoto = {
  path: string
  bytes: number
  /** CRC-32 as ZIP wants it. */
  crc32: number
  /** Hex. */
  sha256: string
}

type PhotoChecksums = Omit<StoredPhoto, 'path'>

const CHECKSUMS = /^_(\d+)_([0-9a-f]{8})_([0-9a-f]{64})\.(?:jpg|png|webp)$/

/** The part of a stored file's name that says which photo it is. */
export function toFilePrefix({ variant, size, editedAt, rendition }: PhotoRef): string {
  const photo = `${variant}-${size ?? 'full'}-${editedAt.replaceAll(/[^0-9A-Za-z.+-]/g, '')}`
  return rendition ? `${photo}_${rendition.key}` : photo
}

/**
 * A file carries its checksums in its name, so that there is no second record that could disagree with it.
 * See docs/decisions/017-photo-store.md.
 */
export function toFileName(ref: PhotoRef, { bytes, crc32, sha256 }: PhotoChecksums): string {
  const crc = crc32.toString(16).padStart(8, '0')
  return `${toFilePrefix(ref)}_${bytes}_${crc}_${sha256}.${ref.rendition?.extension ?? extensionOf(ref.variant)}`
}

/** The checksums in a file's name, or null when the file holds another photo. */
export function parseFileName(ref: PhotoRef, fileName: string): PhotoChecksums | null {
  const prefix = toFilePrefix(ref)
  if (!fileName.startsWith(prefix)) return null
  const [, bytes, crc32, sha256] = CHECKSUMS.exec(fileName.slice(prefix.length)) ?? []
  if (!bytes || !crc32 || !sha256) return null
  return { bytes: Number(bytes), crc32: Number.parseInt(crc32, 16), sha256 }
}
