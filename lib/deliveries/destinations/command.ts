import 'server-only'
import { spawn } from 'node:child_process'
import { access, constants, copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { DestinationError, type OpenDestination, type Receipt, type Receiver } from './destination.ts'
import { MANIFEST, requireInside } from './file-tree.ts'
import type { SettingsOf } from './settings.ts'

const AT_ONCE = 2
const FOLDER = 'portrait-desk-command-'
/** Age (ms) after which a folder was left by a desk that was killed. It contains a person's photo. */
const LEFT_OVER_MS = 60 * 60_000
const PATIENCE_MS = 60_000
const SAID_MAX = 500
/** EX_TEMPFAIL of sysexits.h: a later try may succeed. */
const TEMPORARY_FAILURE = 75

/** Input of the program: `manifest.json` in the folder that is its one argument and its working directory. */
type Manifest = {
  action: 'test' | 'put' | 'remove' | 'finish'
  receiver?: Receiver
  /** Paths relative to the folder; for `remove`, the names that an earlier `put` gave. */
  files: string[]
}

/**
 * A program of the operator, run once for each person with a folder of its own. Exit code 0: done; 75: try again later;
 * every other code: refused, and the first line of its error output is logged. It gets no shell, no environment but
 * `PATH` and `NODE_ENV`, and a minute at most. See docs/operations/deliveries.md.
 */
export async function openCommand({ command }: SettingsOf<'command'>): Promise<OpenDestination> {
  const { commandDir } = getEnv().deliveries
  if (commandDir === null) throw new DestinationError('not_offered')
  const program = join(commandDir, command)
  await access(program, constants.X_OK).catch((cause: unknown) => {
    throw new DestinationError('no_such_place', { message: 'There is no such program.', cause })
  })
  await removeLeftFolders()
  const run = (manifest: Manifest, sources: Map<string, string>, signal: AbortSignal) =>
    runProgram(program, { manifest, sources, signal })
  const none = new Map<string, string>()

  return {
    atOnce: AT_ONCE,
    async close() {},

    async test(signal) {
      await run({ action: 'test', files: [] }, none, signal)
      return [{ code: 'command', values: { command } }]
    },

    async put({ receiver, files, before }, signal) {
      const receipt = { places: files.map(({ name }) => name), version: null }
      const sources = new Map(files.map(({ name, path }) => [name, path]))
      await run({ action: 'put', receiver, files: receipt.places }, sources, signal)
      const old = before?.places.filter(name => !receipt.places.includes(name)) ?? []
      if (old.length > 0) await run({ action: 'remove', receiver, files: old }, none, signal)
      return receipt
    },

    async remove({ places }: Receipt, signal) {
      await run({ action: 'remove', files: places }, none, signal)
      return 'removed'
    },
    has: async () => null,

    async finish(manifest, signal) {
      const folder = await mkdtemp(join(tmpdir(), FOLDER))
      try {
        const path = join(folder, MANIFEST)
        await writeFile(path, manifest)
        await run({ action: 'finish', files: [MANIFEST] }, new Map([[MANIFEST, path]]), signal)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

type Given = { manifest: Manifest; sources: ReadonlyMap<string, string>; signal: AbortSignal }

async function runProgram(program: string, { manifest, sources, signal }: Given): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), FOLDER))
  try {
    for (const [name, path] of sources) {
      requireInside(name)
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await copyFile(path, join(folder, name))
    }
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
    const { code, said } = await untilItEnds(program, folder, signal)
    if (code === 0) return
    const message = `It ended with ${code ?? 'a signal'}: ${said}`
    // Only the operator knows what the output of their program means.
    log('warn', 'delivery_command_failed', {
      command: basename(program),
      action: manifest.action,
      code,
      said,
    })
    throw new DestinationError(code === TEMPORARY_FAILURE ? 'unreachable' : 'refused', { message })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes photos for the operator's programs that a killed desk has left behind. */
export async function removeLeftFolders(): Promise<void> {
  const names = (await readdir(tmpdir()).catch(() => [])).filter(name => name.startsWith(FOLDER))
  for (const path of names.map(name => join(tmpdir(), name))) {
    const facts = await stat(path).catch(() => null)
    const isOld = facts !== null && Date.now() - facts.mtimeMs > LEFT_OVER_MS
    if (isOld) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

/**
 * Resolves when the program has ended. Kills it, with all its child processes, after its time, when the run is aborted,
 * and when it has ended itself.
 */
function untilItEnds(
  program: string,
  folder: string,
  signal: AbortSignal,
): Promise<{ code: number | null; said: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number | null; said: string }>()
  const child = spawn(program, [folder], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const killAll = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // No process is left.
    }
  }
  const timer = setTimeout(killAll, PATIENCE_MS)
  signal.addEventListener('abort', killAll, { once: true })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < SAID_MAX) said += chunk.toString('utf8')
  })
  child.on('error', cause => reject(new DestinationError('refused', { message: 'It did not start.', cause })))
  child.on('exit', code => {
    // Output that is already there is read, but processes that the program left behind are not waited for.
    setImmediate(() => {
      killAll()
      child.stderr.destroy()
      if (signal.aborted) reject(signal.reason)
      else resolve({ code, said: said.split('\n')[0]?.slice(0, SAID_MAX) ?? '' })
    })
  })
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', killAll)
  })
}
