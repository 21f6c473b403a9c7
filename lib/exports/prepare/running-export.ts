import 'server-only'
import type { Run } from '#lib/jobs/job.ts'
import type { PhotoDoubts } from '#lib/photos/photo-doubts.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'

export type RunningExport = Run<ExportRow, ExportMemory>

/** What it lacks is fetched again: it has been an archive before. */
export function wasReady({ parts }: ExportRow): boolean {
  return parts.length > 0
}

export type ExportMemory = {
  /** Read while the person still waited, so that it need not be read again. */
  firstPage: EmployeePage | null
  /** So many times a size turned out to be another one than the service had just said. */
  sizeChanges: number
  /** It is being compared with the service, the first time or again: nothing of it is lost while the service does not answer. */
  isComparing: boolean
  /** So many times in a row that could not be done. */
  comparisonsFailed: number
  /** When the service last said who there is (ms, monotonic), and to which key; null before the first time. */
  peopleRead: { at: number; key: string } | null
  /** Whose photos may be what does not come, and not the service. */
  readonly doubts: PhotoDoubts
  /** Lets go of the stored photos that this export still needs, by path. */
  readonly pins: Map<string, () => void>
}
