import 'server-only'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setInterval } from 'node:timers/promises'
import { refreshRosterOf } from '#lib/employees/roster.ts'
import { decodePicture } from '#lib/photo-store/decode-picture.ts'
import { chooseImageSize, getImageSizes } from '#lib/photo-store/image-sizes.ts'
import { parseAnySize, toVersionName } from '#lib/photo-store/photo-file.ts'
import { personFolder } from '#lib/photo-store/photo-store.ts'
import { saveFile } from '#lib/photo-store/save-file.ts'
import { fetchVerifiedPhoto, isIntact } from '#lib/photo-store/verify-photo.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { SEEN_MS } from '#lib/portrait-api/recent-records.ts'
import { requirePhotoVersion } from './photo-access.ts'
import { despiteChange } from './removed-meanwhile.ts'

/** Milliseconds between two checks for a stored photo, while the user sees a grey circle. */
const LOOK_AGAIN_MS = 2_000
/** Twice the size at which the table shows it, for dense screens. */
export const THUMBNAIL_WIDTH = 96
export const THUMBNAIL_HEIGHT = 128

/** A small WebP of the approved portrait, made once from the smallest size of the service that suffices. */
export function getThumbnail(
  client: PortraitClient,
  photo: { employeeId: number; editedAt: string },
  options: CallOptions,
): Promise<Uint8Array> {
  return despiteChange(async () => {
    if (!client.recent.lastSeen(photo.employeeId, SEEN_MS)) await refreshRosterOf(client, photo.employeeId)
    await requirePhotoVersion(client, { ...photo, variant: 'standard' }, options)
    const folder = personFolder(client.keyFingerprint, photo.employeeId)
    const path = join(folder, `thumbnail-upright-standard-${toVersionName(photo.editedAt)}.webp`)
    const kept = await readFile(path).catch(() => null)
    return kept ?? makeThumbnail(await getSource(client, photo, { ...options, folder }), path)
  })
}

type Version = { employeeId: number; editedAt: string }

/**
 * Returns the path of a photo of this version. A photo stored by an export costs no call, even when it arrives while
 * the thumbnail waits for a call: an export takes all calls for minutes. Otherwise the photo is fetched in the smallest
 * sufficient size.
 */
async function getSource(
  client: PortraitClient,
  photo: Version,
  { folder, signal, ...options }: CallOptions & { folder: string },
): Promise<string> {
  const there = await findAnySize(folder, photo)
  if (there) return there
  const settled = new AbortController()
  const until = signal ? AbortSignal.any([signal, settled.signal]) : settled.signal
  try {
    return await Promise.race([
      arrival(folder, photo, until),
      fetchSmallest(client, photo, { ...options, signal: until }),
    ])
  } finally {
    settled.abort()
  }
}

async function fetchSmallest(client: PortraitClient, photo: Version, options: CallOptions): Promise<string> {
  const least = { width: THUMBNAIL_WIDTH, height: THUMBNAIL_HEIGHT }
  const size = chooseImageSize(await getImageSizes(client, options), least)
  return (await fetchVerifiedPhoto(client, { ...photo, variant: 'standard', size }, options)).path
}

async function arrival(folder: string, photo: Version, signal: AbortSignal): Promise<string> {
  for await (const _ of setInterval(LOOK_AGAIN_MS, null, { signal, ref: false })) {
    const there = await findAnySize(folder, photo)
    if (there) return there
  }
  throw signal.reason
}

/** Finds the smallest sufficient stored photo that is intact; null when there is none. */
async function findAnySize(folder: string, { editedAt }: Version): Promise<string | null> {
  const found = (await readdir(folder).catch(() => [])).flatMap(name => {
    const facts = parseAnySize({ variant: 'standard', editedAt }, name)
    const { width = 0, height = 0 } = facts?.pixels ?? {}
    const suffices = width >= THUMBNAIL_WIDTH && height >= THUMBNAIL_HEIGHT
    return facts && suffices ? [{ ...facts, path: join(folder, name) }] : []
  })
  for (const photo of found.sort((a, b) => a.bytes - b.bytes)) if (await isIntact(photo)) return photo.path
  return null
}

async function makeThumbnail(source: string, path: string): Promise<Uint8Array> {
  const bytes = await decodePicture(await readFile(source), {}, image =>
    image
      .autoOrient()
      .resize(THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT, { fit: 'cover', position: 'top' })
      .webp({ quality: 80 })
      .toBuffer(),
  )
  await saveFile(path, bytes)
  return bytes
}
