/** The data that an archive's manifests and report are written from. */
import type { Employee, Project } from '#lib/portrait-api/contract.ts'
import type { Export, ExportProblem, ExportRequest } from './contract.ts'
import type { Naming } from './naming/naming.ts'
import type { Target } from './targets/target.ts'

/** A text file in the archive. */
export type ArchiveText = { name: string; bytes: Buffer }

/** One employee's files in the archive, one for each rendition in the order of the plan. */
export type IncludedPhoto = {
  employee: Employee
  editedAt: string
  /** Counted from 1. */
  part: number
  files: { fileName: string; bytes: number; sha256: string }[]
}

/** The result of the whole export, across all parts. */
export type ExportResult = {
  included: IncludedPhoto[]
  /** Missing employees and unusual photos, found while planning and while fetching. */
  problems: ExportProblem[]
  /** Employees whose photo is not ready yet. */
  waiting: ExportProblem[]
}

export type ArchiveContext = {
  target: Target
  naming: Naming
  project: Pick<Project, 'projektnummer' | 'name'>
  locale: ExportRequest['locale']
  size: Export['image_size']
  createdAt: Date
  /** Time when it was last rebuilt with changed contents. */
  renewedAt: Date | null
  timeZone: string
  /** This archive's number, and how many archives hold photos. `of` + 1 is the archive that holds only the report. */
  part: { number: number; of: number }
}
