import 'server-only'
import type { Pausable } from '#lib/jobs/pause.ts'
import { singleton } from '#lib/singleton.ts'
import type { Narrowing } from './narrowing.ts'

/** An import that this process sends, or that waits in it for the end of a pause. */
export type RunningImport = Pausable & {
  readonly id: string
  /** Takes back the call that still waits in the line; one that is on its way comes to its end. */
  recall(): void
  /** People in the next call: fewer while the service refuses calls without saying whom it means. */
  chunkSize: number
  /** Calls in a row that went wrong. */
  mishaps: number
  /** The rows of the last call, and whether they had been set apart before. */
  call: { rows: number[]; wasApart: boolean }
  /** How rows are found on which the service fails while it takes others. */
  narrowing: Narrowing
}

export function getRunningImports(): Map<string, RunningImport> {
  return singleton('running-imports', () => new Map<string, RunningImport>())
}
