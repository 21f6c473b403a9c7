import type { ExportFilters } from '#lib/exports/contract.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

/** Whose photos the dialog is opened for. */
export type ExportSubject = {
  project: Project
  /** What the table shows at present; offered when it is not everybody. */
  filters?: ExportFilters | undefined
  /** Who is selected; offered, and chosen at first, when there is anybody. */
  people?: readonly number[] | undefined
}
