import 'server-only'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import { normalizeInstant } from '#lib/portrait-api/photo-version.ts'
import { extensionOf } from '#lib/portrait-api/portrait-status.ts'
import { type PhotoSize, type Pixels, sizeKey, toPixelText } from './photo-size.ts'

/** One version of one photo. `editedAt` is `photo.edited_at`: a retake is another version. */
export type PhotoRef = {
  employeeId: number
  variant: PhotoVariant
  size: PhotoSize
  editedAt: string
  /** A picture that the desk made from the service's photo; absent for the service's own bytes. */
  rendition?: { key: string; extension: string }
}

export type StoredPhoto = {
  path: string
  bytes: number
  /** CRC-32 as used by ZIP. */
  crc32: number
  /** Hexadecimal. */
  sha256: string
  /** The measured pixels; for a rendition those of its source. Null for files of earlier versions. */
  pixels: Pixels | null
}

type PhotoFacts = Omit<StoredPhoto, 'path'>

const FACTS = /^(?:_(\d+)x(\d+))?_(\d+)_([0-9a-f]{8})_([0-9a-f]{64})\.(?:jpg|png|webp)$/

/** The part of a stored file's name that identifies the photo. */
export function toFilePrefix({ variant, size, editedAt, rendition }: PhotoRef): string {
  return `${variant}-${sizeKey(size)}-${toVersionName(editedAt)}${toForm(rendition)}`
}

/**
 * Returns the name of a stored file. It contains pixels and checksums, so that no second record could disagree with the
 * file. See docs/decisions/017-photo-store.md.
 */
export function toFileName(ref: PhotoRef, { bytes, crc32, sha256, pixels }: PhotoFacts): string {
  const measured = pixels ? `_${toPixelText(pixels)}` : ''
  const crc = crc32.toString(16).padStart(8, '0')
  return `${toFilePrefix(ref)}${measured}_${bytes}_${crc}_${sha256}.${ref.rendition?.extension ?? extensionOf(ref.variant)}`
}

const ANY_SIZE = /^(?:full|\d+-\d+x\d+-[0-9a-f]{12})-/

/** Parses the name of a file that contains this version in any size, as sent by the service. */
export function parseAnySize(
  { variant, editedAt }: Pick<PhotoRef, 'variant' | 'editedAt'>,
  fileName: string,
): PhotoFacts | null {
  if (!fileName.startsWith(`${variant}-`)) return null
  return parseFacts(fileName.slice(variant.length + 1).replace(ANY_SIZE, ''), { editedAt })
}

/** Parses a file's name; null when the file contains another photo. */
export function parseFileName(ref: PhotoRef, fileName: string): PhotoFacts | null {
  const source = `${ref.variant}-${sizeKey(ref.size)}-`
  return fileName.startsWith(source) ? parseFacts(fileName.slice(source.length), ref) : null
}

/** A version as used in file names: the instant, in whatever form the service writes it. */
export function toVersionName(editedAt: string): string {
  return normalizeInstant(editedAt).replaceAll(/[^0-9A-Za-z.+-]/g, '')
}

function toForm(rendition: PhotoRef['rendition']): string {
  return rendition ? `_${rendition.key}` : ''
}

/**
 * Parses a name from its version on. Earlier versions of the desk used the text of `edited_at`: that is the same photo.
 */
function parseFacts(
  name: string,
  { editedAt, rendition }: Pick<PhotoRef, 'editedAt' | 'rendition'>,
): PhotoFacts | null {
  const [version = ''] = name.split('_', 1)
  const form = toForm(rendition)
  const isSame = toVersionName(version) === toVersionName(editedAt) && name.startsWith(form, version.length)
  if (!isSame) return null
  const [, width, height, bytes, crc32, sha256] = FACTS.exec(name.slice(version.length + form.length)) ?? []
  if (!bytes || !crc32 || !sha256) return null
  const pixels = width && height ? { width: Number(width), height: Number(height) } : null
  return { bytes: Number(bytes), crc32: Number.parseInt(crc32, 16), sha256, pixels }
}
