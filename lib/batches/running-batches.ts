import 'server-only'
import type { Pausable } from '#lib/jobs/pause.ts'
import { singleton } from '#lib/singleton.ts'
import type { BatchRow } from '#lib/store/batch-rows.ts'

/** A batch that this process works on, or that waits in it for the end of a pause. */
export type RunningBatch = Pausable & {
  readonly row: BatchRow
  /** When it was last stopped by something that stands in everybody's way (ms, monotonic). */
  pausedAt: number
  /** Settles when nothing of it is on its way any more. */
  ended: Promise<void>
}

export function getRunningBatches(): Map<string, RunningBatch> {
  return singleton('running-batches', () => new Map<string, RunningBatch>())
}
