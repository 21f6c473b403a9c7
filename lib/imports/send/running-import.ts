import 'server-only'
import type { Run } from '#lib/jobs/job.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import type { Narrowing } from './narrowing.ts'

export type RunningImport = Run<ImportRecord, ImportMemory>

export type ImportMemory = {
  /** The key that is written down as its own. */
  noted: string
  /** People in the next call: fewer while the service refuses calls without saying whom it means. */
  chunkSize: number
  /** Calls in a row that went wrong. */
  mishaps: number
  /** The rows of the last call, and whether they had been set apart before. */
  call: { rows: number[]; wasApart: boolean }
  /** How rows are found on which the service fails while it takes others. */
  narrowing: Narrowing
}
