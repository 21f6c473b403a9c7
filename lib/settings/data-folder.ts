import 'server-only'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SettingsError } from './env.ts'

const PROBE = '.write-probe'
/** So much at least the database needs to be opened and to be written once. */
const PROBE_BYTES = 256 * 1024
/** What an error of the file system means to whoever has chosen the folder. */
const REASONS: Record<string, string> = {
  EACCES: 'the user of the desk may not',
  EPERM: 'the user of the desk may not',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'a part of its path is no folder',
  ENOENT: 'nothing can be made there',
  EROFS: 'the disk is read-only, or the unit of systemd does not name it in ReadWritePaths=',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
}

/** Makes the folder of the desk's data, readable by its owner only. Throws SettingsError with the reason why it cannot. */
export function makeDataFolder(dataDir: string, setting = 'DATA_DIR'): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new SettingsError(`${setting} names a folder that cannot be made: ${toReason(error)}.`)
  }
}

/** Makes the folder and writes into it, as much as a start takes. Throws SettingsError with the reason why it cannot. */
export function requireWritable(dataDir: string, setting = 'DATA_DIR'): void {
  makeDataFolder(dataDir, setting)
  try {
    writeFileSync(join(dataDir, PROBE), Buffer.alloc(PROBE_BYTES))
  } catch (error) {
    throw new SettingsError(`${setting} names a folder that cannot be written: ${toReason(error)}.`)
  } finally {
    rmSync(join(dataDir, PROBE), { force: true })
  }
}

/** Folder by folder: Node's own recursive way never returns where a folder says that it is not there itself (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Somebody else was faster.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

function toReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return `${REASONS[code] ?? 'the system refuses'} (${code})`
}
