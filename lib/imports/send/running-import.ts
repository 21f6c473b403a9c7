import 'server-only'
import type { Run } from '#lib/jobs/job.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import type { Bisection } from './bisect.ts'

export type RunningImport = Run<ImportRecord, ImportMemory>

export type ImportMemory = {
  /** Fingerprint of the key stored for this import. */
  noted: string
  /** Number of employees in the next call; lower while the service refuses calls without naming the rows. */
  chunkSize: number
  /** Number of consecutive failed calls. */
  mishaps: number
  /** The rows of the last call, and whether they had been set apart before. */
  call: { rows: number[]; wasApart: boolean }
  /** State of the search for rows on which the service fails while it accepts others. */
  bisection: Bisection
}
