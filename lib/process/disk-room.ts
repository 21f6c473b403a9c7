import 'server-only'
import { statfs } from 'node:fs/promises'
import { DeskError } from '#lib/errors.ts'
import { getEnv } from '#lib/settings/env.ts'

const MIB = 1024 * 1024
/**
 * Space that is reserved for the database: sign-ins and log entries must still fit when photos do not. Larger than all
 * photos in flight together. See docs/decisions/017-photo-store.md.
 */
const RESERVE_BYTES = 64 * MIB
/** Free space beyond the reserve that makes it worthwhile to resume. */
const WORTHWHILE_BYTES = 64 * MIB

const FULL = new Set(['ENOSPC', 'EDQUOT'])
/** https://www.sqlite.org/rescode.html#full */
const SQLITE_FULL = 13

/** Below this, writes of the database itself may fail. */
const LAST_BYTES = 8 * MIB

/** Throws the error of a full disk before the disk is completely full. */
export async function requireDiskRoom(): Promise<void> {
  if ((await readFreeForPhotos()) < RESERVE_BYTES)
    throw Object.assign(new Error('Only the reserve is left of the disk.'), { code: 'ENOSPC' })
}

/**
 * Throws `disk_full` when only the reserve is left. New work is written into the database, and would take the space
 * that all users need to sign in. This limits what all accounts together store; each account has its quotas.
 */
export async function requireRoomToBegin(): Promise<void> {
  await requireDiskRoom().catch((cause: unknown) => {
    throw new DeskError('disk_full', { cause })
  })
}

/**
 * Throws `disk_full` when less than half of the reserve is left for the database: the log stores every employee in a
 * download. Archives that are ready can still be downloaded after photos have taken all their space.
 */
export async function requireRoomToTell(): Promise<void> {
  if ((await readFree()) < RESERVE_BYTES / 2) throw new DeskError('disk_full')
}

/** True when work that a full disk has stopped may resume. */
export async function hasDiskRoom(): Promise<boolean> {
  return (await readFreeForPhotos()) >= RESERVE_BYTES + WORTHWHILE_BYTES
}

/** True when even writes of the database may fail. */
export async function isDiskFull(): Promise<boolean> {
  return (await readFree()) < LAST_BYTES
}

/** True when something failed because the disk is full, by the code of the file system or of SQLite. */
export function isForWantOfRoom(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  if ('code' in thrown && FULL.has(String(thrown.code))) return true
  if ('errcode' in thrown && thrown.errcode === SQLITE_FULL) return true
  return isForWantOfRoom(thrown.cause)
}

/** Returns infinity when free space cannot be read; then a write shows whether there is room. */
async function readFree(folder = getEnv().dataDir): Promise<number> {
  const disk = await statfs(folder).catch(() => null)
  return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY
}

/** Photos may be on a separate disk, which needs no reserve for anything else. */
async function readFreeForPhotos(): Promise<number> {
  const { photoStoreDir } = getEnv()
  return Math.min(await readFree(), ...(photoStoreDir === null ? [] : [await readFree(photoStoreDir)]))
}
