import 'server-only'
import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { toKnownStatus } from '#lib/portrait-api/terms.ts'
import { type PhotoSize, type Pixels, sizeKey, toPixelText } from './photo-size.ts'

/** What can be said of a photo by its record alone; pure, so that plans can be made of it. */
type PortraitStatus = Pick<Employee, 'status' | 'photo'>

/** One version of one photo. `editedAt` is `photo.edited_at`: a retake is another version. */
export type PhotoRef = {
  employeeId: number
  variant: PhotoVariant
  size: PhotoSize
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
  /** What the service has really sent; a picture that the desk made of it has those of its source. Null: from before. */
  pixels: Pixels | null
}

export type PhotoFacts = Omit<StoredPhoto, 'path'>

const FACTS = /^(?:_(\d+)x(\d+))?_(\d+)_([0-9a-f]{8})_([0-9a-f]{64})\.(?:jpg|png|webp)$/

/** The part of a stored file's name that says which photo it is. */
export function toFilePrefix({ variant, size, editedAt, rendition }: PhotoRef): string {
  const photo = `${variant}-${sizeKey(size)}-${editedAt.replaceAll(/[^0-9A-Za-z.+-]/g, '')}`
  return rendition ? `${photo}_${rendition.key}` : photo
}

/**
 * A file carries its pixels and checksums in its name, so that there is no second record that could disagree with it.
 * See docs/decisions/017-photo-store.md.
 */
export function toFileName(ref: PhotoRef, { bytes, crc32, sha256, pixels }: PhotoFacts): string {
  const measured = pixels ? `_${toPixelText(pixels)}` : ''
  const crc = crc32.toString(16).padStart(8, '0')
  return `${toFilePrefix(ref)}${measured}_${bytes}_${crc}_${sha256}.${ref.rendition?.extension ?? extensionOf(ref.variant)}`
}

/** The facts in a file's name, or null when the file holds another photo. */
export function parseFileName(ref: PhotoRef, fileName: string): PhotoFacts | null {
  const prefix = toFilePrefix(ref)
  if (!fileName.startsWith(prefix)) return null
  const [, width, height, bytes, crc32, sha256] = FACTS.exec(fileName.slice(prefix.length)) ?? []
  if (!bytes || !crc32 || !sha256) return null
  const pixels = width && height ? { width: Number(width), height: Number(height) } : null
  return { bytes: Number(bytes), crc32: Number.parseInt(crc32, 16), sha256, pixels }
}

/**
 * Whether a photo of this person may be shown, downloaded or exported: it is approved, and the desk knows the word for
 * their state. A word that is new may mean that the photo is not to be used.
 */
export function mayHandOver({ status, photo }: PortraitStatus): boolean {
  return photo.approved && toKnownStatus(status) !== null
}

/** The service calls the photo approved; only the word for the person's state keeps it here. */
export function isHeldBack(employee: PortraitStatus): boolean {
  return employee.photo.approved && !mayHandOver(employee)
}

/** The photo's `edited_at` when the service offers it (specification section 2) and it may be handed over, else null. */
export function toVersion(employee: PortraitStatus, variant: PhotoVariant): string | null {
  const { photo } = employee
  const url = variant === 'transparent' ? photo.transparent_url : photo.standard_url
  return mayHandOver(employee) && url ? photo.edited_at : null
}

export function extensionOf(variant: PhotoVariant): 'jpg' | 'png' {
  return variant === 'transparent' ? 'png' : 'jpg'
}
