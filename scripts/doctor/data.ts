import { access, constants, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { toErrorCode } from '#lib/describe-error.ts'
import { photoFolder } from '#lib/photo-store/photo-store.ts'
import { readSeals } from '#lib/session/connection/stored-seals.ts'
import type { Env } from '#lib/settings/env.ts'
import { toReachableHost } from '#lib/settings/network-settings.ts'
import { findDataDirOwner } from '#lib/store/data-dir-lock.ts'
import { databasePath } from '#lib/store/database.ts'
import { openAsItIs } from '#lib/store/database-file.ts'
import { MIGRATIONS } from '#lib/store/migrations.ts'
import { getStatusWithoutProxy } from '../watchdog.ts'
import type { Finding } from './finding.ts'
import { readSealFacts, toSealFindings } from './seals.ts'
import { checkServer } from './server.ts'

const MIB = 1024 * 1024
/** Below this limit, exports that met a full disk do not resume (lib/process/disk-room.ts). */
const FREE_MIN_MIB = 128
const LOOK_MS = 5_000
const RESTORE = 'stop the desk and restore a backup (docs/operations/backup-and-restore.md)'

export type Data = { findings: Finding[]; companyKey: string | null }

/** Checks the folder, the disk, the database and a running desk. Creates, writes and migrates nothing. */
export async function checkData(env: Env): Promise<Data> {
  const { findings, companyKey } = env.database
    ? await checkServersDatabase(env.database)
    : await checkDatabase(env, databasePath())
  const disk = [...(await checkDisk(env)), ...(await checkOtherFolders(env))]
  return { findings: [...disk, ...findings, await lookForDesk(env)], companyKey }
}

async function checkDisk({ dataDir, photoStoreDir }: Env): Promise<Finding[]> {
  const about = 'disk'
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = toErrorCode(error)
    if (code === 'ENOENT') return [{ about, found: `${dataDir} is not there yet: the first start makes it` }]
    return [
      {
        about,
        found: `${dataDir} cannot be used (${code})`,
        todo: 'let the user of the desk write to DATA_DIR',
      },
    ]
  }
  const { bavail, bsize } = await statfs(dataDir)
  const free = Math.floor((bavail * bsize) / MIB)
  const photos = toMib(await sizeOf(photoFolder()))
  const where =
    photoStoreDir === null ? `, of which photos ${photos}` : `; photos in ${photoStoreDir} take ${photos}`
  const found = `${free} MiB free; ${dataDir} takes ${toMib(await sizeOf(dataDir))}${where}`
  const todo = 'make room: with less than 64 MiB nothing new is begun'
  return [{ about, found, todo: free < FREE_MIN_MIB ? todo : undefined }]
}

/** Checks the folders outside of `DATA_DIR`, and reports those to which the desk cannot write. */
async function checkOtherFolders({ photoStoreDir, deliveries, practice }: Env): Promise<Finding[]> {
  if (practice) return []
  const folders = [
    ...(photoStoreDir === null ? [] : [{ setting: 'PHOTO_STORE_DIR', folder: photoStoreDir }]),
    ...deliveries.folders.map(folder => ({ setting: 'DELIVERY_FOLDERS', folder })),
  ]
  const findings: Finding[] = []
  for (const { setting, folder } of folders)
    await access(folder, constants.W_OK | constants.X_OK).catch(error =>
      findings.push({
        about: 'disk',
        found: `${folder} cannot be written (${toErrorCode(error)})`,
        todo: `let the user of the desk write to what ${setting} names; a unit of systemd has to allow it too (ReadWritePaths=, docs/install.md)`,
      }),
    )
  return findings
}

async function checkServersDatabase(server: NonNullable<Env['database']>): Promise<Data> {
  const { findings, seals } = await checkServer(server)
  return { findings: [...findings, ...toSealFindings(seals)], companyKey: seals.companyKey }
}

async function checkDatabase(env: Env, path: string): Promise<Data> {
  const about = 'database'
  const there = await stat(path).catch(() => null)
  if (!there)
    return { findings: [{ about, found: 'not there yet: the first start makes it' }], companyKey: null }
  try {
    const wal = (await stat(`${path}-wal`).catch(() => null))?.size
    const database = openAsItIs(path)
    try {
      database.exec('PRAGMA busy_timeout = 5000')
      const version = Number(readPragma(database, 'user_version'))
      const check = String(readPragma(database, 'quick_check'))
      const journal = readPragma(database, 'journal_mode')
      const finding = {
        about,
        found: `version ${version} of ${MIGRATIONS.length}, ${toMib(there.size + (wal ?? 0))}, journal ${journal}, quick_check: ${check}`,
        todo:
          check !== 'ok'
            ? RESTORE
            : version > MIGRATIONS.length
              ? 'a newer version of the desk has written it: start that one'
              : undefined,
      }
      const sealed = env.practice ? null : await readSealFacts(readSeals(database))
      return {
        findings: [finding, ...(sealed ? toSealFindings(sealed) : [])],
        companyKey: sealed?.companyKey ?? null,
      }
    } finally {
      database.close()
    }
  } catch (error) {
    return {
      findings: [{ about, found: `cannot be read (${toErrorCode(error)})`, todo: RESTORE }],
      companyKey: null,
    }
  }
}

function readPragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
}

/** The lock of the folder shows whether a desk uses it; nothing else could prove it (decision 034). */
async function lookForDesk({ host, port }: Env): Promise<Finding> {
  const about = 'desk'
  const url = `http://${toReachableHost(host)}:${port}`
  const status = await getStatusWithoutProxy(`${url}/api/health/live`, LOOK_MS)
  const owner = findDataDirOwner()
  if (status !== null && status !== 200)
    return {
      about,
      found: `something else answers at ${url} (${status})`,
      todo: 'stop it, or set another PORT',
    }
  if (owner && status === 200) return { about, found: `runs on this folder (${owner}) and answers at ${url}` }
  if (status === 200)
    return { about, found: `one answers at ${url}, on another folder`, todo: 'check DATA_DIR and PORT' }
  if (owner)
    return {
      about,
      found: `one works on this folder (${owner}), but nothing answers at ${url}`,
      todo: 'look again when it has started or ended; else its PORT is another one, or it stands still',
    }
  return { about, found: 'none runs on this folder' }
}

/** The size in bytes. Files that are deleted meanwhile count zero. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += await sizeOf(path)
    else bytes += (await stat(path).catch(() => ({ size: 0 }))).size
  }
  return bytes
}

function toMib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`
}
