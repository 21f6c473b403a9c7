import 'server-only'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SettingsError } from './env.ts'

const PROBE = '.write-probe'
/** Minimum space that the database needs to be opened and written once. */
const PROBE_BYTES = 256 * 1024
/** Explanations of file system errors for the operator who chose the folder. */
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

/**
 * Creates the folder of the desk's data, readable by its owner only. Throws SettingsError with the reason when it
 * cannot.
 */
export function makeDataFolder(dataDir: string, setting = 'DATA_DIR'): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new SettingsError(`${setting} names a folder that cannot be made: ${toReason(error)}.`)
  }
}

/** Creates the folder and writes as much as a start needs. Throws SettingsError with the reason when it cannot. */
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

/** Creates folder by folder: Node's recursive mkdir never returns where a folder reports itself as missing (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process created it first.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

function toReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return `${REASONS[code] ?? 'the system refuses'} (${code})`
}
