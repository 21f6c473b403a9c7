import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { TEMP_BASE } from '#tests/support/temp-base.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const TAG = 'portrait-desk:test'
/** A user id without an entry in the list of users, as clusters choose one. */
const ANY_USER = '123456'

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine that runs the image, or null when this machine cannot build one. */
    engine: string | null
  }
}

/** Builds the image once for all tests of it. */
export function setup({ provide }: TestProject): void {
  const engine = findEngine()
  provide('engine', engine)
  if (engine === null) return
  // Flags that a build needs only on this machine, such as certificates of its network.
  const flags = (process.env.IMAGE_BUILD_FLAGS ?? '').split(' ').filter(Boolean)
  const args =
    engine === process.env.IMAGE_TOOL ? ['build', TAG, ...flags] : ['build', '-t', TAG, ...flags, '.']
  const { status } = spawnSync(engine, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error('The image could not be built.')
}

/**
 * The program that `IMAGE_TOOL` names, else docker or podman where one of them has an engine. Such a program takes
 * `build TAG [flags]`, which builds the Dockerfile of its folder, and `run TAG UID DATA_DIR NAME=VALUE … [-- COMMAND …]`.
 * `run` uses that user id of group 0 and this machine's network. The root is read-only except an empty `/tmp` and
 * `DATA_DIR` at `/data`. It ends with the exit code of the container.
 */
function findEngine(): string | null {
  if (process.env.IMAGE_TOOL) return process.env.IMAGE_TOOL
  return ['docker', 'podman'].find(name => spawnSync(name, ['version']).status === 0) ?? null
}

type Process = { pid: number; name: string; kib: number }

export type Container = {
  process: ChildProcess
  /** Returns the processes inside, with their private memory and their share of the shared memory. */
  list(): Process[]
  /** Returns the whole output. */
  said(): string
  /** The exit code. */
  ended: Promise<number | null>
  /** Stops the container as an engine does, and waits for its end. Returns the exit code. */
  stop(): Promise<number | null>
}

/**
 * Runs the image as any user of group 0 on this machine's network. The root is read-only except an empty /tmp and this
 * folder at /data. Without a command the image's own one runs.
 */
export function runImage(
  engine: string,
  dataDir: string,
  settings: Record<string, string> = {},
  command: string[] = [],
): Container {
  const mark = `IMAGE_TEST=${randomUUID()}`
  const args = toArguments(engine, { dataDir, settings: [mark, ...toSettings(settings)], command })
  const child = spawn(engine, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      said += chunk
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    process: child,
    said: () => said,
    ended,
    list: () => listProcesses(mark),
    stop() {
      // An engine signals the first process of the container. The test does so where permitted, because the engine's
      // client has exit codes of its own.
      const first = listProcesses(mark).find(({ name }) => name.startsWith('tini '))
      if (first) process.kill(first.pid, 'SIGTERM')
      else child.kill('SIGTERM')
      return ended
    },
  }
}

function toSettings(settings: Record<string, string>): string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`)
}

function toArguments(
  engine: string,
  { dataDir, settings, command }: { dataDir: string; settings: string[]; command: string[] },
): string[] {
  if (engine === process.env.IMAGE_TOOL)
    return ['run', TAG, ANY_USER, dataDir, ...settings, ...(command.length > 0 ? ['--', ...command] : [])]
  const [entrypoint, ...rest] = command
  return [
    ...['run', '--rm', '--read-only', '--tmpfs=/tmp', '--network=host'],
    ...[`--user=${ANY_USER}:0`, `--volume=${dataDir}:/data`],
    ...settings.map(setting => `--env=${setting}`),
    ...(entrypoint ? [`--entrypoint=${entrypoint}`] : []),
    TAG,
    ...rest,
  ]
}

/** Finds the processes by a setting that only this container has. */
function listProcesses(mark: string): Process[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)) return []
        const [, kib = '0'] = /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
        const name = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()
        return [{ pid: Number(pid), name, kib: Number(kib) }]
      } catch {
        return []
      }
    })
}

/** Creates a folder for /data that belongs to group 0 and is open to it, as a volume is. */
export function createDataFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(TEMP_BASE, 'portrait-desk-image-'))
  spawnSync('chgrp', ['0', path])
  spawnSync('chmod', ['2770', path])
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
