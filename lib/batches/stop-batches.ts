import 'server-only'
import { beginToStop } from '#lib/process/stopping.ts'
import { getRunningBatches } from './running-batches.ts'

/** The desk has been asked to stop. Calls that wait are taken back; the next start goes on from there. */
export function stopBatches(): void {
  beginToStop()
  for (const { cancellation } of getRunningBatches().values())
    cancellation.abort(new Error('The desk stops.'))
}
