import type { ImportRecord } from '#lib/store/import-rows.ts'
import type { RunningImport } from './running-imports.ts'

/** One call of a running import. */
export type Job = {
  run: RunningImport
  record: ImportRecord
  recall: AbortSignal
  /** The same rows have left before, and nobody knows what became of them. */
  inDoubt: boolean
}
