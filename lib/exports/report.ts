import type { StoredPhoto } from '#lib/photos/photo-file.ts'
import type { ExportProblem } from './contract.ts'
import type { PlannedPhoto } from './plan.ts'

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
const BYTE_ORDER_MARK = '\ufeff'
/** Text that a spreadsheet would run as a formula (OWASP, CSV Injection), also in its full-width forms. */
const FORMULA = /^[\s\ufeff]*[=+\-@\t\r\n＝＋－＠]/

export type ReportInput = {
  included: { entry: PlannedPhoto; photo: StoredPhoto }[]
  problems: ExportProblem[]
}

/** The archive's own account of itself: who is in it, who is missing and why. For Excel: UTF-8 with BOM, semicolons. */
export function writeReport({ included, problems }: ReportInput): Buffer {
  const missing = problems.filter(({ file_name }) => file_name === null)
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
    ...included.map(({ entry: { employee, renditions, editedAt }, photo }) => [
      'included',
      renditions[0]?.fileName ?? '',
      employee.mitarbeiternummer,
      `${employee.last_name}, ${employee.first_name}`,
      employee.id,
      editedAt,
      '',
      photo.sha256,
    ]),
  ]
  return Buffer.from(BYTE_ORDER_MARK + lines.map(line => `${line.map(toField).join(';')}\r\n`).join(''))
}

function toField(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return `"${text.replaceAll('"', '""')}"`
}
