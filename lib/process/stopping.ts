import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { singleton } from '#lib/singleton.ts'

/** A restart has certainly been by then. */
const TRY_AGAIN_SECONDS = 60

/** From now on no job begins, and whoever asks whether the desk is ready hears that it is not. */
export function beginToStop(): void {
  const state = getState()
  if (state.stopping) return
  state.stopping = true
  log('info', 'desk_stopping')
}

export function isStopping(): boolean {
  return getState().stopping
}

/** Throws `busy` when the desk stops: what somebody began now would only wait. */
export function requireRunning(): void {
  if (isStopping()) throw new DeskError('busy', { retryAfterSeconds: TRY_AGAIN_SECONDS })
}

/**
 * Called once when the desk starts. SIGUSR2 comes from the launcher, some time before it ends the desk: until then requests
 * are answered, while whoever sends them (a proxy, a cluster) learns to send them elsewhere.
 */
export function listenForStop(): void {
  for (const signal of ['SIGUSR2', 'SIGTERM', 'SIGINT'] as const) process.once(signal, beginToStop)
}

function getState(): { stopping: boolean } {
  return singleton('stopping', () => ({ stopping: false }))
}
