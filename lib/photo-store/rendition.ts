import 'server-only'
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { noteAdded } from './photo-eviction.ts'
import { type PhotoRef, type StoredPhoto, toFileName } from './photo-file.ts'
import { findPhoto, personFolder, photoFolder } from './photo-store.ts'
import { saveFile } from './save-file.ts'
import { markVerified } from './verified-marks.ts'
import { fetchVerifiedPhoto, isIntact } from './verify-photo.ts'

/** How a picture is made from a photo; `key` names it, so that it is made only once. */
type Rendition = { key: string; extension: string; render(photo: Buffer): Promise<Buffer> }

/** Returns the rendition of a photo, from the store or newly made. Throws what `render` throws. */
export async function fetchRendition(
  client: PortraitClient,
  source: PhotoRef,
  { render, ...rendition }: Rendition,
  options: CallOptions,
): Promise<StoredPhoto> {
  const ref = { ...source, rendition }
  const found = await findPhoto(client.keyFingerprint, ref)
  if (found && (await isIntact(found))) return found
  if (found) await rm(found.path, { force: true })
  const photo = await fetchVerifiedPhoto(client, source, options)
  const bytes = await render(await readFile(photo.path))
  options.signal?.throwIfAborted()
  const { pixels } = photo
  return saveRendition(personFolder(client.keyFingerprint, ref.employeeId), ref, { bytes, pixels })
}

async function saveRendition(
  folder: string,
  ref: PhotoRef,
  { bytes, pixels }: { bytes: Buffer } & Pick<StoredPhoto, 'pixels'>,
): Promise<StoredPhoto> {
  const facts = {
    pixels,
    bytes: bytes.length,
    crc32: crc32(bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  const path = join(folder, toFileName(ref, facts))
  await saveFile(path, bytes)
  await markVerified(path)
  await noteAdded(photoFolder(), bytes.length)
  return { path, ...facts }
}
