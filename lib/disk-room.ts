import 'server-only'
import { statfs } from 'node:fs/promises'
import { getEnv } from './env.ts'

const MIB = 1024 * 1024
/**
 * The last of the disk belongs to the database: who signs in and what is written down must still fit when photos do
 * not. More than all photos that are on their way at once. See docs/decisions/017-photo-store.md.
 */
const RESERVE_BYTES = 64 * MIB
/** Room beyond that which makes it worth while to go on. */
const WORTHWHILE_BYTES = 64 * MIB

/** Throws what a full disk throws, before it is full to the last byte. */
export async function requireDiskRoom(): Promise<void> {
  if ((await readFree()) < RESERVE_BYTES)
    throw Object.assign(new Error('Only the reserve is left of the disk.'), { code: 'ENOSPC' })
}

/** Whether work that a full disk has stopped may go on. */
export async function hasDiskRoom(): Promise<boolean> {
  return (await readFree()) >= RESERVE_BYTES + WORTHWHILE_BYTES
}

/** A disk that does not say counts as having room; writing to it will tell. */
async function readFree(): Promise<number> {
  const disk = await statfs(getEnv().dataDir).catch(() => null)
  return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY
}
