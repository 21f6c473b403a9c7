import 'server-only'
import type { Run } from '#lib/jobs/job.ts'
import type { PhotoDoubts } from '#lib/photos/photo-doubts.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'

export type RunningExport = Run<ExportRow, ExportMemory>

/** True when the archive was ready before and now only fetches what it lacks. */
export function wasReady({ parts }: ExportRow): boolean {
  return parts.length > 0
}

export type ExportMemory = {
  /** The page read while the user waited, so that it is not read twice. */
  firstPage: EmployeePage | null
  /** How often a size differed from the one the service had just returned. */
  sizeChanges: number
  /** True while the plan is compared with the service; the export is then kept even if the service does not answer. */
  isComparing: boolean
  /** Number of consecutive failed comparisons. */
  comparisonsFailed: number
  /** When the employees were last read (ms, monotonic), and with which key; null before the first time. */
  peopleRead: { at: number; key: string } | null
  /** Employees whose failing photos may be the cause, rather than the service. */
  readonly doubts: PhotoDoubts
  /** Functions that release the stored photos this export still needs, by path. */
  readonly pins: Map<string, () => void>
}
