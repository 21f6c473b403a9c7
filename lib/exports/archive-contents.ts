/** What an archive says of itself, in its manifests and its report. */
import type { Employee, Project } from '#lib/portrait-api/contract.ts'
import type { Export, ExportProblem, ExportRequest } from './contract.ts'
import type { Naming } from './naming/naming.ts'
import type { Target } from './targets/target.ts'

/** A file with text in the archive. */
export type ArchiveText = { name: string; bytes: Buffer }

/** One person's files in the archive, one for each rendition in the order of the plan. */
export type IncludedPhoto = {
  employee: Employee
  editedAt: string
  /** From 1. */
  part: number
  files: { fileName: string; bytes: number; sha256: string }[]
}

/** Everything of the whole export, whichever part it is in. */
export type ExportResult = {
  included: IncludedPhoto[]
  /** Who is missing and what is unusual, from the plan and from the fetching. */
  problems: ExportProblem[]
  /** Whose photo is not ready yet. */
  waiting: ExportProblem[]
}

export type ArchiveContext = {
  target: Target
  naming: Naming
  project: Pick<Project, 'projektnummer' | 'name'>
  locale: ExportRequest['locale']
  size: Export['image_size']
  createdAt: Date
  /** When it was last made again with something else in it. */
  renewedAt: Date | null
  timeZone: string
  /** Which of how many archives with photos this is; one more than `of` is the archive of the report alone. */
  part: { number: number; of: number }
}
