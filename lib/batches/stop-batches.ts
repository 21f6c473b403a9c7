import 'server-only'
import { singleton } from '#lib/singleton.ts'
import { getRunningBatches } from './running-batches.ts'

/** From now on no batch begins: the desk stops. */
export function isStopping(): boolean {
  return getStop().stopping
}

/** The desk has been asked to stop. Calls that wait are taken back; the next start goes on from there. */
export function stopBatches(): void {
  getStop().stopping = true
  for (const { cancellation } of getRunningBatches().values())
    cancellation.abort(new Error('The desk stops.'))
}

function getStop(): { stopping: boolean } {
  return singleton('stop-batches', () => ({ stopping: false }))
}
