import 'server-only'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { PhotoRef, StoredPhoto } from './photo-file.ts'
import { fetchPhoto } from './photo-store.ts'
import { isMarkedVerified, markVerified } from './verified-marks.ts'

const READ_BYTES = 256 * 1024

/** Returns a photo with every byte checked. A file that was damaged on disk is deleted and fetched again. */
export async function fetchVerifiedPhoto(
  client: PortraitClient,
  ref: PhotoRef,
  options: CallOptions,
): Promise<StoredPhoto> {
  const photo = await fetchPhoto(client, ref, options)
  if (await isIntact(photo)) return photo
  await rm(photo.path, { force: true })
  return fetchPhoto(client, ref, options)
}

/** True when the file still has the length and checksum in its name. A recently verified file is not read again. */
export async function isIntact(photo: Pick<StoredPhoto, 'path' | 'bytes' | 'crc32'>): Promise<boolean> {
  if (await isMarkedVerified(photo.path)) return true
  let bytes = 0
  let crc = 0
  try {
    for await (const chunk of createReadStream(photo.path, { highWaterMark: READ_BYTES })) {
      bytes += chunk.length
      crc = crc32(chunk, crc)
    }
  } catch {
    return false
  }
  if (bytes !== photo.bytes || crc !== photo.crc32) return false
  await markVerified(photo.path)
  return true
}
