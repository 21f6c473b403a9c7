import { BYTE_ORDER_MARK, toCsvLines } from '#lib/csv/write-csv.ts'
import type { StoredPhoto } from '#lib/photos/photo-file.ts'
import type { ExportProblem } from './contract.ts'
import type { ExportEntry } from './plan.ts'

const COLUMNS = [
  'result',
  'file',
  'mitarbeiternummer',
  'name',
  'employee_id',
  'edited_at',
  'reason',
  'sha256',
]

export type ReportInput = {
  included: { entry: ExportEntry; photo: StoredPhoto }[]
  problems: ExportProblem[]
}

/** The archive's own account of itself: who is in it, who is missing and why. For Excel: UTF-8 with BOM, semicolons. */
export function writeReport({ included, problems }: ReportInput): Buffer {
  const missing = problems.filter(({ code }) => code !== 'name_changed')
  const lines = [
    COLUMNS,
    ...missing.map(problem => [
      'missing',
      '',
      problem.mitarbeiternummer,
      problem.name,
      problem.employee_id,
      '',
      problem.code,
      '',
    ]),
    ...included.map(({ entry: { employee, fileName, editedAt }, photo }) => [
      'included',
      fileName,
      employee.mitarbeiternummer,
      `${employee.last_name}, ${employee.first_name}`,
      employee.id,
      editedAt,
      '',
      photo.sha256,
    ]),
  ]
  return Buffer.from(BYTE_ORDER_MARK + toCsvLines(lines))
}
