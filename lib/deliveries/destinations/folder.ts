import 'server-only'
import { mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getEnv } from '#lib/settings/env.ts'
import { DestinationError, type OpenDestination } from './destination.ts'
import type { DestinationErrorCode } from './errors.ts'
import { type FileTree, toDestination, toTemporary } from './file-tree.ts'
import type { SettingsOf } from './settings.ts'

const AT_ONCE = 4

/**
 * A folder of this server, such as a mounted share: it must be, or be below, one that the operator allows, and no symbolic link
 * leads out of it. Each file is written under a temporary name, made durable and renamed.
 */
export async function openFolder(
  { folder }: SettingsOf<'folder'>,
  signal: AbortSignal,
): Promise<OpenDestination> {
  // The folder of practice mode is the desk's own; all others are there, or not meant.
  const { practice, deliveries } = getEnv()
  if (practice)
    for (const own of deliveries.folders) await explained(() => mkdir(own, { recursive: true, mode: 0o700 }))
  const root = await explained(() => realpath(folder))
  const allowed = await Promise.all(deliveries.folders.map(one => realpath(one).catch(() => null)))
  if (!allowed.some(one => one !== null && (root === one || root.startsWith(one + sep))))
    throw new DestinationError('not_offered', { message: `${folder} is not below DELIVERY_FOLDERS.` })
  if (!(await stat(/*turbopackIgnore: true*/ root)).isDirectory()) throw new DestinationError('no_such_place')
  return toDestination(createTree(root), AT_ONCE, signal)
}

function createTree(root: string): FileTree {
  /** Where a file lies; a folder on the way that is a link to elsewhere is refused. */
  async function place(name: string): Promise<string> {
    const path = join(root, name)
    const parent = await realpath(dirname(path))
    if (parent !== root && !parent.startsWith(root + sep)) throw new DestinationError('refused')
    return join(parent, basename(path))
  }

  return {
    where: root,
    async write(name, bytes) {
      await explained(async () => {
        if (dirname(name) !== '.') await mkdir(dirname(join(root, name)), { recursive: true })
        const path = await place(name)
        const temporary = toTemporary(path)
        try {
          // What lies there was left in the middle, or is a link that somebody has made.
          await rm(temporary, { force: true })
          const file = await open(temporary, 'wx', 0o664)
          try {
            await file.writeFile(bytes)
            await file.sync()
          } finally {
            await file.close()
          }
          await rename(temporary, path)
        } catch (error) {
          await rm(temporary, { force: true }).catch(() => {})
          throw error
        }
        await syncFolder(dirname(path))
      })
    },

    read: (name, bytes) => explained(() => orNull(async () => readStart(await place(name), bytes))),
    size: name =>
      explained(() =>
        orNull(async () => {
          const there = await stat(await place(name))
          return there.isFile() ? there.size : -1
        }),
      ),

    async remove(name) {
      await explained(async () => {
        const path = await orNull(() => place(name))
        if (path) await rm(path, { force: true })
      })
    },

    list: folder =>
      explained(async () => {
        const entries = await readdir(join(root, folder), { withFileTypes: true })
        const files = await Promise.all(
          entries
            .filter(one => one.isFile())
            .map(async ({ name }) => {
              // It may go while it is looked at.
              const facts = await orNull(() => stat(join(root, folder, name)))
              return facts && { name, bytes: facts.size, writtenAt: facts.mtime }
            }),
        )
        return files.filter(file => file !== null)
      }),

    async close() {},
  }
}

/** Not more than one byte beyond this length: by that it is seen that it is longer. */
async function readStart(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r')
  return buffer(file.createReadStream({ end: bytes }))
}

/** So that the new name lasts, too. Not every share can do that. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder
    .sync()
    .catch(() => {})
    .finally(() => folder.close())
}

async function orNull<Result>(run: () => Promise<Result>): Promise<Result | null> {
  try {
    return await run()
  } catch (error) {
    if (toCode(error) === 'ENOENT' || toCode(error) === 'ENOTDIR') return null
    throw error
  }
}

const MEANINGS: Record<string, DestinationErrorCode> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read_only',
  EACCES: 'not_allowed',
  EPERM: 'not_allowed',
  ENOENT: 'no_such_place',
  ENOTDIR: 'no_such_place',
  EEXIST: 'no_such_place',
  ENAMETOOLONG: 'refused',
  EILSEQ: 'refused',
  EINVAL: 'refused',
  EISDIR: 'refused',
}

/** Everything else (EIO, ESTALE, EHOSTDOWN, …) is a share that is away. */
async function explained<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (cause) {
    if (cause instanceof DestinationError) throw cause
    const code = toCode(cause)
    throw new DestinationError(MEANINGS[code] ?? 'unreachable', { message: code || 'unknown', cause })
  }
}

function toCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
