import 'server-only'
import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path/posix'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import type { FileEntryWithStats, Prompt, ServerHostKeyAlgorithm, SFTPWrapper } from 'ssh2'
import SftpClient from 'ssh2-sftp-client'
import { checkedAddress } from './checked-address.ts'
import { DestinationError, inTime, type OpenDestination } from './destination.ts'
import type { DestinationErrorCode } from './errors.ts'
import { type FileTree, toDestination, toTemporary } from './file-tree.ts'
import type { DestinationSecrets, SettingsOf } from './settings.ts'

/** A connection does one thing after another, and servers treat several connections as an attack. */
const AT_ONCE = 1
const CONNECT_MS = 20_000
/** SSH_FX_EOF (draft-ietf-secsh-filexfer-02, section 7). */
const END_OF_FILE = 1
/** Milliseconds for closing a connection: a server that is silent does not confirm that either. */
const LEAVE_MS = 5_000
/** Never writes through a link with this name. The client's types do not have all flags of ssh2. */
const NEW_FILE = { writeStreamOptions: { flags: 'wx' as 'w', mode: 0o664 } }
/** Maximum entries of one folder. A longer listing would fill the memory. */
const LISTED_MAX = 100_000
/** Milliseconds for one file, however slow the line is. */
const CALL_MS = 2 * 60_000

/**
 * Creates a client that prints nothing: by default it prints connection events between the lines of the log. The calls
 * throw all of them.
 */
function createClient(): SftpClient {
  return new SftpClient('portrait-desk', { error() {}, end() {}, close() {} })
}

/** Returns the SSH fingerprint of a host key, as `ssh-keygen -l` prints it. */
function toFingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

/**
 * Returns the host key at this address, for an administrator to compare with the one that the server's operator states.
 */
export async function readHostKey({ host, port }: { host: string; port: number }): Promise<string> {
  const client = createClient()
  let met: string | null = null
  try {
    await client.connect({
      host: await checkedAddress(host),
      port,
      username: 'portrait-desk',
      readyTimeout: CONNECT_MS,
      // Nothing is sent to a server that has not been confirmed yet.
      hostVerifier: (key: Buffer) => {
        met = toFingerprint(key)
        return false
      },
    })
  } catch (error) {
    if (error instanceof DestinationError) throw error
    if (met === null) throw toError(error)
  } finally {
    await client.end().catch(() => {})
  }
  if (met === null) throw new DestinationError('unreachable')
  return met
}

/** Host keys that a server may have at the same time (RFC 4253, 8332, 5656, 8709): one of them is the confirmed one. */
const HOST_KEY_TYPES: ServerHostKeyAlgorithm[][] = [
  ['ssh-ed25519'],
  ['ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521'],
  ['rsa-sha2-512', 'rsa-sha2-256'],
]

/** Opens the folder with the confirmed host key, even if the server has added keys of other types and prefers them. */
export async function openSftp(
  settings: SettingsOf<'sftp'>,
  secrets: DestinationSecrets,
  signal: AbortSignal,
): Promise<OpenDestination> {
  const open = (serverHostKey?: ServerHostKeyAlgorithm[]) =>
    openBy(settings, secrets, { serverHostKey, signal })
  const refusal = await open().catch(toRefusal)
  if (!(refusal instanceof DestinationError)) return refusal
  for (const types of HOST_KEY_TYPES) {
    const opened = await open(types).catch(toRefusal)
    if (!(opened instanceof DestinationError)) return opened
  }
  throw refusal
}

/** Returns the refusal of a server with another key, to which nothing was sent. Throws everything else. */
function toRefusal(thrown: unknown): DestinationError {
  if (thrown instanceof DestinationError && thrown.code === 'not_trusted') return thrown
  throw thrown
}

type Way = { serverHostKey?: ServerHostKeyAlgorithm[] | undefined; signal: AbortSignal }

/**
 * A folder of an SSH server that is known by its key. Each file is written under a temporary name, and renamed after a
 * check of its length. OpenSSH's `posix-rename` replaces an existing file; without it, the old file is deleted first.
 */
async function openBy(
  settings: SettingsOf<'sftp'>,
  { password, private_key }: DestinationSecrets,
  { serverHostKey, signal }: Way,
): Promise<OpenDestination> {
  const { host, port, user, host_key } = settings
  const client = createClient()
  let isTrusted = false
  let sock: Socket | null = null

  async function openRoot(): Promise<{ root: string; sftp: SFTPWrapper }> {
    // Each call is a small packet that waits for its answer. Without `noDelay`, it would take 40 ms.
    sock = connect({ host: await checkedAddress(host), port, noDelay: true })
    // Some servers ask for the password as a question. Other questions get an empty answer.
    client.on('keyboard-interactive', (_name, _text, _language, questions: Prompt[], answer) => {
      answer(questions.map(({ echo }) => (echo || questions.length > 1 ? '' : (password ?? ''))))
    })
    // The client throws for an unusable key before it listens, and an unhandled 'error' ends the process.
    sock.on('error', () => {})
    const sftp = await client.connect({
      sock,
      username: user,
      ...(serverHostKey && { algorithms: { serverHostKey } }),
      tryKeyboard: !private_key && password !== undefined,
      readyTimeout: CONNECT_MS,
      ...(private_key
        ? { privateKey: private_key, ...(password && { passphrase: password }) }
        : { password }),
      hostVerifier: (key: Buffer) => {
        isTrusted = toFingerprint(key) === host_key
        return isTrusted
      },
    })
    const root = await client.realPath(settings.folder)
    if ((await client.exists(root)) !== 'd') throw new DestinationError('no_such_place')
    return { root, sftp }
  }

  async function close(): Promise<void> {
    await inTime(LEAVE_MS, () => client.end()).catch(() => {})
    sock?.destroy()
  }

  try {
    const { root, sftp } = await inTime(CALL_MS, openRoot, signal)
    return await toDestination(
      createTree(client, { root, sftp, where: `${host}:${settings.folder}`, close }),
      AT_ONCE,
      signal,
    )
  } catch (error) {
    await close()
    const error_ = toError(error)
    throw error_.code === 'unreachable' && !isTrusted && /verif|host key/i.test(error_.message)
      ? new DestinationError('not_trusted', { cause: error })
      : error_
  }
}

type Place = Pick<FileTree, 'where' | 'close'> & { root: string; sftp: SFTPWrapper }

function createTree(client: SftpClient, { root, sftp, where, close }: Place): FileTree {
  const at = (name: string) => join(root, name)
  /** Runs a call. A silent server is left after a while, and at once when the run is aborted. */
  async function call<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted()
    try {
      return await inTime(CALL_MS, run, signal)
    } catch (error) {
      throw toError(error)
    }
  }

  async function replace(from: string, to: string): Promise<void> {
    try {
      await client.posixRename(from, to)
    } catch (error) {
      // No other error may cost the earlier photo.
      if (!(error instanceof Error && /support/i.test(error.message))) throw error
      // Not every server supports it, and the plain rename never replaces a file (SFTP version 3, section 6.5).
      await client.delete(to, true)
      await client.rename(from, to)
    }
  }

  /**
   * Makes a folder below the root. A dangling link in its place concerns only those whose photos belong there
   * (`refused`).
   */
  async function makeFolder(path: string, signal: AbortSignal): Promise<void> {
    try {
      await call(() => client.mkdir(path, true), signal)
    } catch (error) {
      const mayBeInTheWay =
        error instanceof DestinationError && ['broken', 'no_such_place', 'unreachable'].includes(error.code)
      if (!mayBeInTheWay || (await call(() => client.exists(root), signal)) !== 'd') throw error
      throw new DestinationError('refused', { message: 'Its folder is no folder.', cause: error })
    }
  }

  return {
    where,
    async write(name, bytes, signal) {
      const path = at(name)
      const temporary = toTemporary(path)
      if (dirname(name) !== '.') await makeFolder(dirname(path), signal)
      try {
        const put = () => call(() => client.put(Buffer.from(bytes), temporary, NEW_FILE), signal)
        await put().catch(async (thrown: unknown) => {
          // A partial file may be in the way: most servers have no code for that.
          if (!(thrown instanceof DestinationError && thrown.code === 'broken')) throw thrown
          await call(() => client.delete(temporary, true), signal)
          await put()
        })
        const { size } = await call(() => client.stat(temporary), signal)
        if (size !== bytes.length) throw new DestinationError('full', { message: 'The file came in part.' })
        await call(() => replace(temporary, path), signal)
      } catch (error) {
        await call(() => client.delete(temporary, true), AbortSignal.timeout(CONNECT_MS)).catch(() => {})
        throw error
      }
    },

    async read(name, bytes, signal) {
      return call(async () => {
        if ((await client.exists(at(name))) !== '-') return null
        const readStreamOptions = { autoClose: true, end: bytes }
        const read = await client.get(at(name), undefined, { readStreamOptions })
        if (!Buffer.isBuffer(read)) throw new Error('The file was not read into memory.')
        return read
      }, signal)
    },

    hash: (name, bytes, signal) =>
      call(async () => {
        if ((await client.exists(at(name))) !== '-') return null
        const hash = createHash('sha256')
        const write = (chunk: Buffer, _: string, done: () => void) => {
          hash.update(chunk)
          done()
        }
        const readStreamOptions = { autoClose: true, end: bytes }
        await client.get(at(name), new Writable({ write }), { readStreamOptions })
        return hash.digest('hex')
      }, signal),

    size: (name, signal) =>
      call(async () => {
        const there = await client.exists(at(name))
        if (there === false) return null
        return there === '-' ? (await client.stat(at(name))).size : -1
      }, signal),

    remove: (name, signal) => call(async () => void (await client.delete(at(name), true)), signal),
    list: (folder, signal) =>
      call(async () => {
        const files = (await listEntries(sftp, at(folder))).filter(({ longname }) => longname.startsWith('-'))
        return files.map(({ filename, attrs }) => ({
          name: filename,
          bytes: attrs.size,
          writtenAt: new Date(attrs.mtime * 1000),
        }))
      }, signal),
    close,
  }
}

/**
 * Lists a folder in the server's portions. Throws `broken` beyond `LISTED_MAX` entries; the client's own `list` has no
 * limit.
 */
async function listEntries(sftp: SFTPWrapper, path: string): Promise<FileEntryWithStats[]> {
  const handle = await promisify(sftp.opendir.bind(sftp))(path)
  const readPortion = promisify<Buffer, FileEntryWithStats[]>(sftp.readdir.bind(sftp))
  const entries: FileEntryWithStats[] = []
  try {
    // A portion may be empty, because `.` and `..` are left out.
    for (let portions = 0; portions + entries.length <= LISTED_MAX; portions += 1) {
      const portion = await readPortion(handle).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === END_OF_FILE) return null
        throw error
      })
      if (portion === null) return entries
      for (const entry of portion) entries.push(entry)
    }
    throw new DestinationError('broken', { message: 'The folder has too many entries.' })
  } finally {
    sftp.close(handle, () => {})
  }
}

/**
 * Error messages of ssh2 and of SFTP version 3 (draft-ietf-secsh-filexfer-02, section 7), which has no code for a full
 * disk.
 */
const MEANINGS: [RegExp, DestinationErrorCode][] = [
  [/authentication methods failed|Permission denied \(/i, 'sign_in_refused'],
  [/Cannot parse privateKey|Encrypted private|bad passphrase|integrity check failed/i, 'wrong_settings'],
  [/verification failed|host key/i, 'not_trusted'],
  [/no space|quota|disk full/i, 'full'],
  [/read-only/i, 'read_only'],
  [/permission denied/i, 'not_allowed'],
  [/no such file|not exist/i, 'no_such_place'],
  [/\bfailure\b|already exist/i, 'broken'],
]

function toError(thrown: unknown): DestinationError {
  if (thrown instanceof DestinationError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const code = MEANINGS.find(([pattern]) => pattern.test(message))?.[1] ?? 'unreachable'
  return new DestinationError(code, { message, cause: thrown })
}
