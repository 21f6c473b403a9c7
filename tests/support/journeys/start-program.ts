import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts'

export type Program = {
  /** Everything that it wrote to its standard output and error. */
  log(): string
  stop(): Promise<void>
}

const READY_MS = 60_000

type ProgramOptions = {
  env: Record<string, string>
  /** The output of the program when it is ready. */
  sign: string
}

/** Starts a program of `scripts`, and resolves when it is ready. */
export async function startProgram(args: string[], { env, sign }: ProgramOptions): Promise<Program> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...COMPILE_CACHE, ...env },
    stdio: 'pipe',
  })
  const ready = Promise.withResolvers<void>()
  const timer = setTimeout(() => ready.reject(new Error(`not ready: ${text}`)), READY_MS)
  let text = ''
  const listen = (chunk: Buffer) => {
    text += chunk
    if (text.includes(sign)) ready.resolve()
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  child.once('exit', () => ready.reject(new Error(`stopped: ${text}`)))
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  try {
    await ready.promise
  } catch (error) {
    // The caller gets no handle of the program, which would keep its port.
    await stop()
    throw error
  } finally {
    clearTimeout(timer)
  }
  return { log: () => text, stop }
}
