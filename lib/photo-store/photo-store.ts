import 'server-only'
import { createHash } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { getMetrics } from '#lib/metrics.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PhotoDownload, PortraitClient } from '#lib/portrait-api/client.ts'
import { type InFlight, ReadCache } from '#lib/portrait-api/read-cache.ts'
import { requireDiskRoom } from '#lib/process/disk-room.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { decodePicture } from './decode-picture.ts'
import { ImageCheck } from './image-check.ts'
import { requireSameSize } from './image-sizes.ts'
import { noteAdded } from './photo-eviction.ts'
import { type PhotoRef, parseFileName, type StoredPhoto, toFileName, toFilePrefix } from './photo-file.ts'
import { lendPhoto, touch } from './photo-pins.ts'
import { isAsPromised, type Pixels } from './photo-size.ts'
import { saveWhole } from './save-file.ts'
import { markVerified } from './verified-marks.ts'
import { isWholeJpeg } from './whole-jpeg.ts'

/** Attempts for a body that breaks off; the transport retries only until the headers have arrived. */
const DOWNLOAD_ATTEMPTS = 3

/**
 * Returns the photo from the desk's disk, or downloads it first. The folder belongs to one key, so no user gets a photo
 * that their own key could not fetch. Simultaneous requests for the same photo share one download. Throws
 * `size_changed` when its size has changed at the service. See docs/decisions/017-photo-store.md.
 */
export async function fetchPhoto(
  client: PortraitClient,
  ref: PhotoRef,
  options: CallOptions,
): Promise<StoredPhoto> {
  const running = singleton('photo-downloads', () => new ReadCache({ keepMs: 0, maxEntries: 0 }))
  const id = join(personFolder(client.keyFingerprint, ref.employeeId), toFilePrefix(ref))
  const find = () => findPhoto(client.keyFingerprint, ref)
  const load = async (request: InFlight) => {
    const known = options.fresh ? null : await find()
    getMetrics().photoReads.inc({ result: known ? 'hit' : 'miss' })
    const begun = () => {
      request.begun()
      options.begun?.()
    }
    return known ?? (await download(client, ref, { ...options, ...request, begun }))
  }
  const { signal } = options
  return running.read(id, load, { line: client.lineOf(options), ...(signal && { signal }) })
}

/** Finds a photo on disk that has the length in its name. */
export async function findPhoto(keyFingerprint: string, ref: PhotoRef): Promise<StoredPhoto | null> {
  const folder = personFolder(keyFingerprint, ref.employeeId)
  for (const name of await readdir(folder).catch(() => [])) {
    const facts = parseFileName(ref, name)
    if (!facts) continue
    const path = join(folder, toFileName(ref, facts))
    lendPhoto(path)
    // Exports know the paths of their photos, so a file named by an earlier version of the desk is renamed.
    if (name !== basename(path)) await rename(join(folder, name), path).catch(() => {})
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: -1, mtimeMs: 0 }))
    if (size === facts.bytes) {
      await touch(path, mtimeMs)
      return { path, ...facts }
    }
    await rm(path, { force: true })
  }
  return null
}

/**
 * Deletes all photos of employees, for all keys, after a deletion or a withdrawn approval. A disk error is logged and
 * does not fail the list or the delete: a leftover photo is handed out only to a key that is shown its version, and
 * ages out.
 */
export async function forgetPhotos(employeeIds: readonly number[]): Promise<void> {
  const names = new Set(employeeIds.map(String))
  const tell = () =>
    log('error', 'photos_not_removed', { employee: employeeIds[0], people: employeeIds.length })
  // Nothing to log: there are no photos yet, or another call has just deleted them.
  const list = (folder: string) =>
    readdir(folder).catch(error => {
      if (error?.code !== 'ENOENT') tell()
      return []
    })
  for (const key of await list(photoFolder())) {
    const there = await list(join(photoFolder(), key))
    for (const name of there.filter(name => names.has(name)))
      await rm(join(photoFolder(), key, name), { recursive: true, force: true }).catch(tell)
  }
}

/** A subfolder of the shared folder, which may be a volume with other contents. */
export function photoFolder(): string {
  const { photoStoreDir, dataDir } = getEnv()
  return join(photoStoreDir ?? dataDir, 'photos')
}

export function personFolder(keyFingerprint: string, employeeId: number): string {
  return join(photoFolder(), keyFingerprint, String(employeeId))
}

async function download(client: PortraitClient, ref: PhotoRef, options: CallOptions): Promise<StoredPhoto> {
  // Without disk space a call would be wasted. A user who views one photo may use the reserve.
  if ((options.lane ?? 'interactive') !== 'interactive') await requireDiskRoom()
  for (let attempt = 1; ; attempt += 1) {
    const query = { variant: ref.variant, size: ref.size?.index ?? null }
    const photo = await client.downloadPhoto(ref.employeeId, query, options)
    const check = async (pixels: Pixels) => {
      if (!isAsPromised(ref.size, pixels)) await requireSameSize(client, { ...ref, pixels }, options)
    }
    try {
      return await savePhoto(ref, {
        photo,
        folder: personFolder(client.keyFingerprint, ref.employeeId),
        check,
      })
    } catch (error) {
      options.signal?.throwIfAborted()
      const broken =
        error instanceof DeskError && (error.code === 'bad_service_answer' || error.code === 'photo_damaged')
      if (broken) photo.refuse(error)
      const cut = error instanceof DeskError && error.code === 'service_unreachable'
      if (!(broken || cut) || attempt >= DOWNLOAD_ATTEMPTS) throw error
    }
  }
}

type Saving = { photo: PhotoDownload; folder: string; check: (pixels: Pixels) => Promise<void> }

/** Streams into a temporary file, checks it, then renames it: a file under its final name is always whole. */
async function savePhoto(ref: PhotoRef, { photo, folder, check }: Saving): Promise<StoredPhoto> {
  try {
    const saved = await saveWhole(folder, async partial => {
      const checksums = await writePhoto(partial, photo)
      const facts = { ...checksums, pixels: await decode(partial) }
      await check(facts.pixels)
      return { path: join(folder, toFileName(ref, facts)), ...facts }
    })
    await markVerified(saved.path)
    await noteAdded(photoFolder(), saved.bytes)
    return saved
  } catch (error) {
    // If creating the file failed, the body is still unread and would keep its connection.
    await photo.body.cancel(error).catch(() => {})
    throw error
  }
}

async function writePhoto(path: string, { contentType, contentLength, body }: PhotoDownload) {
  const check = new ImageCheck(contentType)
  const sha256 = createHash('sha256')
  let crc = 0
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of body) {
      check.update(chunk)
      sha256.update(chunk)
      crc = crc32(chunk, crc)
      bytes += chunk.byteLength
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  if (contentLength !== null && contentLength !== bytes)
    throw new DeskError('bad_service_answer', { cause: new Error('length differs from Content-Length') })
  check.finish()
  return { bytes, crc32: crc, sha256: sha256.digest('hex') }
}

/**
 * Decodes the whole image and returns its upright size. A PNG has checksums, so it is decoded at a small size, only to
 * see whether that fails.
 */
async function decode(path: string): Promise<Pixels> {
  try {
    const { autoOrient, format } = await sharp(path).metadata()
    if (format !== 'jpeg')
      await decodePicture(path, { failOn: 'error' }, image => image.resize(8).raw().toBuffer())
    else if (!(await isWholeJpeg(await readFile(path)))) throw new Error('the picture is damaged')
    return autoOrient
  } catch (cause) {
    throw new DeskError('photo_damaged', { cause })
  }
}
