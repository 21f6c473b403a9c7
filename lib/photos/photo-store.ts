import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { getEnv } from '#lib/env.ts'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions, PhotoDownload, PortraitClient } from '#lib/portrait-api/client.ts'
import { singleton } from '#lib/singleton.ts'
import { ImageCheck } from './image-check.ts'
import { type PhotoRef, parseFileName, type StoredPhoto, toFileName, toFilePrefix } from './photo-file.ts'

/** A body that breaks off is asked for again; the door itself retries only until the headers are there. */
const DOWNLOAD_ATTEMPTS = 3

/**
 * Returns the photo from the desk's disk, or fetches it there first. The folder belongs to one key, so nobody gets a
 * photo that their own key could not fetch. The same photo wanted twice at once is fetched once.
 */
export async function fetchPhoto(
  client: PortraitClient,
  ref: PhotoRef,
  options: CallOptions,
): Promise<StoredPhoto> {
  const stored = await findPhoto(client.keyFingerprint, ref)
  if (stored) return stored
  const running = singleton('photo-downloads', () => new Map<string, Promise<StoredPhoto>>())
  const id = join(personFolder(client.keyFingerprint, ref.employeeId), toFilePrefix(ref))
  const existing = running.get(id)
  // Whoever shares a download must not inherit that its first caller gave up.
  if (existing) return existing.catch(() => download(client, ref, options))
  const started = download(client, ref, options).finally(() => running.delete(id))
  running.set(id, started)
  return started
}

/** The photo on disk, if it is there and has the length that its name says. */
export async function findPhoto(keyFingerprint: string, ref: PhotoRef): Promise<StoredPhoto | null> {
  const folder = personFolder(keyFingerprint, ref.employeeId)
  for (const name of await readdir(folder).catch(() => [])) {
    const checksums = parseFileName(ref, name)
    if (!checksums) continue
    const path = join(folder, name)
    const { size } = await stat(path).catch(() => ({ size: -1 }))
    if (size === checksums.bytes) return { path, ...checksums }
    await rm(path, { force: true })
  }
  return null
}

export function photoFolder(): string {
  return join(getEnv().dataDir, 'photos')
}

export function personFolder(keyFingerprint: string, employeeId: number): string {
  return join(photoFolder(), keyFingerprint, String(employeeId))
}

async function download(client: PortraitClient, ref: PhotoRef, options: CallOptions): Promise<StoredPhoto> {
  for (let attempt = 1; ; attempt += 1) {
    const photo = await client.downloadPhoto(ref.employeeId, ref, options)
    try {
      return await savePhoto(personFolder(client.keyFingerprint, ref.employeeId), ref, photo)
    } catch (error) {
      options.signal?.throwIfAborted()
      const broken = error instanceof DeskError && error.code === 'bad_service_answer'
      const cut = error instanceof DeskError && error.code === 'service_unreachable'
      if (!(broken || cut) || attempt >= DOWNLOAD_ATTEMPTS) throw error
    }
  }
}

/** Streams into a temporary file, checks, then renames: a file under its final name is always whole. */
export async function savePhoto(folder: string, ref: PhotoRef, photo: PhotoDownload): Promise<StoredPhoto> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const partial = join(folder, `${randomUUID()}.partial`)
  try {
    const checksums = await writePhoto(partial, photo)
    const path = join(folder, toFileName(ref, checksums))
    await rename(partial, path)
    return { path, ...checksums }
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function writePhoto(path: string, { contentType, contentLength, body }: PhotoDownload) {
  const check = new ImageCheck(contentType)
  const sha256 = createHash('sha256')
  let crc = 0
  let bytes = 0
  await using file = await open(path, 'wx', 0o600)
  for await (const chunk of body) {
    check.update(chunk)
    sha256.update(chunk)
    crc = crc32(chunk, crc)
    bytes += chunk.byteLength
    await file.writeFile(chunk)
  }
  if (contentLength !== null && contentLength !== bytes)
    throw new DeskError('bad_service_answer', { cause: new Error('length differs from Content-Length') })
  check.finish()
  return { bytes, crc32: crc, sha256: sha256.digest('hex') }
}
