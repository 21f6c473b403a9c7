import 'server-only'
import { statfs } from 'node:fs/promises'
import { DeskError } from '#lib/errors.ts'
import { getEnv } from '#lib/settings/env.ts'

const MIB = 1024 * 1024
/**
 * The last of the disk belongs to the database: who signs in and what is written down must still fit when photos do
 * not. More than all photos that are on their way at once. See docs/decisions/017-photo-store.md.
 */
const RESERVE_BYTES = 64 * MIB
/** Room beyond that which makes it worth while to go on. */
const WORTHWHILE_BYTES = 64 * MIB

const FULL = new Set(['ENOSPC', 'EDQUOT'])
/** https://www.sqlite.org/rescode.html#full */
const SQLITE_FULL = 13

/** Less than this, and the database itself may meet the end of the disk. */
const LAST_BYTES = 8 * MIB

/** Throws what a full disk throws, before it is full to the last byte. */
export async function requireDiskRoom(): Promise<void> {
  if ((await readFreeForPhotos()) < RESERVE_BYTES)
    throw Object.assign(new Error('Only the reserve is left of the disk.'), { code: 'ENOSPC' })
}

/**
 * Throws `disk_full` when only the reserve is left: what is begun is written into the database, and would take what
 * everybody needs to sign in. This bounds what all people together keep; one person's part has its quotas.
 */
export async function requireRoomToBegin(): Promise<void> {
  await requireDiskRoom().catch((cause: unknown) => {
    throw new DeskError('disk_full', { cause })
  })
}

/**
 * Throws `disk_full` when less than half of the reserve is left for the database: the log keeps everybody whom a download names.
 * Archives that are ready can still be fetched when photos have taken all the room that they may.
 */
export async function requireRoomToTell(): Promise<void> {
  if ((await readFree()) < RESERVE_BYTES / 2) throw new DeskError('disk_full')
}

/** Whether work that a full disk has stopped may go on. */
export async function hasDiskRoom(): Promise<boolean> {
  return (await readFreeForPhotos()) >= RESERVE_BYTES + WORTHWHILE_BYTES
}

/** Whether not even the database can count on being written. */
export async function isDiskFull(): Promise<boolean> {
  return (await readFree()) < LAST_BYTES
}

/** Whether something failed because the disk is full, in the words of the file system or of SQLite. */
export function isForWantOfRoom(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if ('code' in thrown && FULL.has(String(thrown.code))) return true
  if ('errcode' in thrown && thrown.errcode === SQLITE_FULL) return true
  return isForWantOfRoom(thrown.cause)
}

/** A disk that does not say counts as having room; writing to it will tell. */
async function readFree(folder = getEnv().dataDir): Promise<number> {
  const disk = await statfs(folder).catch(() => null)
  return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY
}

/** Photos may be on a disk of their own, on which nothing else has to fit. */
async function readFreeForPhotos(): Promise<number> {
  const { photoStoreDir } = getEnv()
  return Math.min(await readFree(), ...(photoStoreDir === null ? [] : [await readFree(photoStoreDir)]))
}
