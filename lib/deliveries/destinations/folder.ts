import 'server-only'
import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getEnv } from '#lib/settings/env.ts'
import { DestinationError, inTime, type OpenDestination } from './destination.ts'
import type { DestinationErrorCode } from './errors.ts'
import { type FileTree, toDestination, toTemporary } from './file-tree.ts'
import type { SettingsOf } from './settings.ts'

const AT_ONCE = 4
/** Milliseconds for one file, however slow the share is. */
const CALL_MS = 2 * 60_000
/** The receiving system runs as another user. The folder decides who else can reach a file. */
const FILE_MODE = 0o664

/**
 * Opens a folder of this server, such as a mounted share. It must be, or be below, a folder that the operator allows.
 * Subfolders that are symbolic links out of it are refused. Each file is written under a temporary name, made durable and renamed.
 */
export async function openFolder(
  { folder }: SettingsOf<'folder'>,
  signal: AbortSignal,
): Promise<OpenDestination> {
  // The desk creates its own folder in practice mode. Any other must exist: a missing one is a typing error or not mounted.
  const { practice, deliveries } = getEnv()
  const root = await explained(signal, async () => {
    if (practice) for (const own of deliveries.folders) await mkdir(own, { recursive: true, mode: 0o700 })
    const real = await realpath(folder)
    const allowed = await Promise.all(deliveries.folders.map(one => realpath(one).catch(() => null)))
    if (!allowed.some(one => one !== null && isWithin(one, real)))
      throw new DestinationError('not_offered', { message: `${folder} is not below DELIVERY_FOLDERS.` })
    if (!(await stat(/*turbopackIgnore: true*/ real)).isDirectory())
      throw new DestinationError('no_such_place')
    return real
  })
  return toDestination(createTree(root), AT_ONCE, signal)
}

function createTree(root: string): FileTree {
  /**
   * Resolves a folder. A link on the way that leads out of the root is refused, before anything is created in it. The
   * root is never created: it is missing where a share is not mounted, and nothing may be put in its place.
   */
  async function within(name: string, { make = false } = {}): Promise<string> {
    let folder = root
    for (const part of name.split('/')) {
      const next = join(folder, part)
      if (make && part !== '.') await makeFolder(next, folder)
      folder = await realpath(next)
      if (!isWithin(root, folder)) throw new DestinationError('refused')
    }
    return folder
  }

  /** Returns the path of a file. */
  async function place(name: string, options?: { make: boolean }): Promise<string> {
    const folder = await within(dirname(name), options)
    if (options?.make && !(await stat(folder)).isDirectory()) throw new DestinationError('refused')
    return join(folder, basename(name))
  }

  return {
    where: root,
    async write(name, bytes, signal) {
      await explained(signal, async () => {
        const path = await place(name, { make: true }).catch(asOwnTrouble(root))
        const temporary = toTemporary(path)
        try {
          // A file with the temporary name is a partial one, or a link that another user has made.
          await rm(temporary, { force: true })
          const file = await open(temporary, 'wx', FILE_MODE)
          try {
            await file.writeFile(bytes)
            await unlessRefused(file.chmod(FILE_MODE))
            await file.sync()
          } finally {
            await file.close()
          }
          signal.throwIfAborted()
          await rename(temporary, path)
        } catch (error) {
          await rm(temporary, { force: true }).catch(() => {})
          throw error
        }
        await syncFolder(dirname(path))
      })
    },

    read: (name, bytes, signal) =>
      explained(signal, () => orNull(async () => readStart(await place(name), bytes))),
    hash: (name, bytes, signal) =>
      explained(signal, () => orNull(async () => hashStart(await place(name), bytes))),
    size: (name, signal) =>
      explained(signal, () =>
        orNull(async () => {
          const there = await stat(await place(name))
          return there.isFile() ? there.size : -1
        }),
      ),

    async remove(name, signal) {
      await explained(signal, async () => {
        const path = await orNull(() => place(name))
        if (path) await rm(path, { force: true })
      })
    },

    list: (folder, signal) =>
      explained(signal, async () => {
        const path = await within(folder)
        const entries = await readdir(path, { withFileTypes: true })
        const files = await Promise.all(
          entries
            .filter(one => one.isFile())
            .map(async ({ name }) => {
              // The file may disappear meanwhile.
              const facts = await orNull(() => stat(join(path, name)))
              return facts && { name, bytes: facts.size, writtenAt: facts.mtime }
            }),
        )
        return files.filter(file => file !== null)
      }),

    async close() {},
  }
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root + sep)
}

/**
 * Creates a folder that is at least as accessible as its parent, whatever the umask. An inherited group (setgid) is kept.
 */
async function makeFolder(path: string, within: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    if (toCode(error) === 'EEXIST') return
    throw error
  }
  const [made, around] = await Promise.all([stat(path), stat(within)])
  const mode = (made.mode | (around.mode & 0o777)) & 0o7777
  if (mode !== (made.mode & 0o7777)) await unlessRefused(chmod(path, mode))
}

/**
 * Some shares have no modes, and a systemd unit may not allow setgid. In these cases the mode stays as it was created.
 */
async function unlessRefused(change: Promise<void>): Promise<void> {
  await change.catch(error => {
    if (!['EPERM', 'EACCES', 'ENOTSUP', 'EINVAL', 'ENOSYS'].includes(toCode(error))) throw error
  })
}

/** Reads at most one byte beyond this length, which shows that the file is longer. */
async function readStart(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r')
  return buffer(file.createReadStream({ end: bytes }))
}

/** Hashes as a stream, so that memory use does not depend on the file. */
async function hashStart(path: string, bytes: number): Promise<string> {
  const file = await open(path, 'r')
  const hash = createHash('sha256')
  for await (const chunk of file.createReadStream({ end: bytes })) hash.update(chunk)
  return hash.digest('hex')
}

/** Makes the new name durable, too. Not every share supports that. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder
    .sync()
    .catch(() => {})
    .finally(() => folder.close())
}

/**
 * Throws `refused` when a folder below the root is a dangling link or a file: that affects only the employees whose
 * photos belong there. A missing root, for example without its mount, affects all.
 */
function asOwnTrouble(root: string): (error: unknown) => Promise<never> {
  return async error => {
    const isOfPlace = ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(toCode(error))
    if (isOfPlace && (await stat(root)).isDirectory())
      throw new DestinationError('refused', { message: 'Part of its path is not a folder.', cause: error })
    throw error
  }
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
  // A file that another program holds open, on shares that lock files.
  EBUSY: 'broken',
  ETXTBSY: 'broken',
}

/** Every other error (EIO, ESTALE, EHOSTDOWN, …) means that the share is unreachable, and so does a timeout. */
async function explained<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result> {
  try {
    return await inTime(CALL_MS, run, signal)
  } catch (cause) {
    if (cause instanceof DestinationError) throw cause
    const code = toCode(cause)
    throw new DestinationError(MEANINGS[code] ?? 'unreachable', { message: code || 'unknown', cause })
  }
}

function toCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
