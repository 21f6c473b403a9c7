import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'

/** Seconds after which a restart is certainly over. */
const TRY_AGAIN_SECONDS = 60

/** Marks the desk as stopping: no job begins any more, and readiness checks fail. */
export function beginToStop(): void {
  const state = getState()
  if (state.stopping) return
  state.stopping = true
  log('info', 'desk_stopping')
}

export function isStopping(): boolean {
  return getState().stopping
}

/** Throws `busy` when the desk stops: an action that began now would only wait. */
export function requireRunning(): void {
  if (isStopping()) throw new DeskError('busy', { retryAfterSeconds: TRY_AGAIN_SECONDS })
}

/**
 * Called once when the desk starts. SIGUSR2 comes from the launcher, some time before it ends the desk. Until then
 * requests are answered, while their senders (a proxy, a cluster) learn to send them elsewhere.
 */
export function listenForStop(): void {
  process.once('SIGUSR2', beginToStop)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Next's own listeners end the process as soon as no client is connected, whatever work is left.
    const ends = process.listeners(signal)
    for (const end of ends) process.off(signal, end)
    process.on(signal, (...told) => {
      beginToStop()
      void lastWork().then(() => {
        for (const end of ends) end(...told)
      })
    })
  }
}

/**
 * Registers work to do after the desk has been asked to end, for instance for other desks. Requests are answered
 * meanwhile. The work may take as long as a download may (`STOP_SECONDS`).
 */
export function doBeforeEnd(work: () => Promise<void>): void {
  getState().last.push(work)
}

async function lastWork(): Promise<void> {
  const { last } = getState()
  if (last.length === 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, getEnv().stopMs).unref()
  await Promise.race([promise, Promise.allSettled(last.map(work => work()))])
}

function getState(): { stopping: boolean; last: (() => Promise<void>)[] } {
  return singleton('stopping', () => ({ stopping: false, last: [] }))
}
