import 'server-only'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { makeDataFolder } from '#lib/settings/data-folder.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { DatabaseError, explained, toErrcode } from './database-file.ts'

const LOCK_FILE = 'desk.lock'
const OWNER_FILE = 'desk.owner.json'
const SQLITE_BUSY = 5
const SQLITE_IOERR = 10
/**
 * Milliseconds to wait for the lock, because a process that only reads the owner (`findDataDirOwner`) holds it for an
 * instant.
 */
const LOCK_WAIT_MS = 500

const ownerSchema = z.object({ pid: z.number(), host: z.string(), since: z.string() })

/**
 * Makes this process the only one that runs a desk on `DATA_DIR`, until it ends or releases it. Throws DatabaseError.
 */
export function ownDataDir(): () => void {
  return singleton('data-dir-lock', lockDataDir)
}

/**
 * Makes this process the only owner of `DATA_DIR`; the returned function releases it. Throws DatabaseError, with the
 * owner, when there is another. The lock is one of the operating system on a file (SQLite holds it), so it ends with
 * its process, even after a crash. See docs/decisions/034-one-owner-of-the-data-folder.md.
 */
export function lockDataDir(): () => void {
  const { dataDir } = getEnv()
  makeDataFolder(dataDir)
  const lockPath = join(/*turbopackIgnore: true*/ dataDir, LOCK_FILE)
  const ownerPath = join(/*turbopackIgnore: true*/ dataDir, OWNER_FILE)
  const lock = explained(lockPath, () => new DatabaseSync(lockPath, { timeout: LOCK_WAIT_MS }))
  const owner = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  try {
    lock.exec('BEGIN EXCLUSIVE')
    explained(ownerPath, () => writeFileSync(ownerPath, JSON.stringify(owner), { mode: 0o600 }))
  } catch (cause) {
    lock.close()
    const errcode = toErrcode(cause)
    if (errcode === SQLITE_BUSY)
      throw new DatabaseError(
        `A desk works on DATA_DIR already (${describeOwner(ownerPath)}). Stop it first, or use another DATA_DIR.`,
        { cause },
      )
    if (errcode === SQLITE_IOERR)
      throw new DatabaseError(
        'DATA_DIR is on a disk on which no file can be locked: use one of this machine.',
        { cause },
      )
    return explained(lockPath, () => {
      throw cause
    })
  }
  return () => {
    rmSync(ownerPath, { force: true })
    lock.close()
  }
}

/**
 * Returns the process that works on `DATA_DIR` now (`process 7 on host, since …`), or null. Creates and changes
 * nothing.
 */
export function findDataDirOwner(): string | null {
  const { dataDir } = getEnv()
  const path = join(/*turbopackIgnore: true*/ dataDir, LOCK_FILE)
  if (!existsSync(path)) return null
  const lock = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  try {
    lock.prepare('SELECT 1 FROM sqlite_schema').all()
    return null
  } catch (error) {
    if (toErrcode(error) !== SQLITE_BUSY) throw error
    return describeOwner(join(/*turbopackIgnore: true*/ dataDir, OWNER_FILE))
  } finally {
    lock.close()
  }
}

/** Describes the owner from its file, which may be missing for a moment although the lock is held. */
function describeOwner(path: string): string {
  try {
    const { pid, host, since } = ownerSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    return `process ${pid} on ${host}, since ${since}`
  } catch {
    return 'a process that does not say who it is'
  }
}
