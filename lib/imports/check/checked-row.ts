import type {
  ImportField,
  ImportPerson,
  ImportSummary,
  RowKind,
  RowProblem,
} from '#lib/contracts/import-rows.ts'
import type { EmployeeInput, EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'

type Change = { from: string; to: string }

/** The effect of a row on the project. Nothing is sent for `equal`, `conflict`, `invalid`, `excluded`. */
export type CheckedRow = {
  row: number
  kind: RowKind
  problems: RowProblem[]
  /** Cleaned and complete: the body of a create call. Null while the row has a problem. */
  input: EmployeeInput | null
  /** The existing employee that the row refers to. */
  employee_id?: number
  /** Set for a `different` row: the changes to show … */
  changes?: Partial<Record<ImportField, Change>>
  /** … and the body of the PATCH. */
  update?: EmployeeUpdate
  /** True when the update would make the service invite the employee again (section 3). */
  resends_invitation?: boolean
}

export type CheckedImport = {
  /** In the order of the input rows. */
  rows: CheckedRow[]
  /** Employees in the project but in no row of the file, not even an excluded one. An import never deletes them. */
  leavers: ImportPerson[]
  summary: ImportSummary
  cleaned: CleanedCount
  lost_zeros: LostZeros | null
  formatted_numbers: FormattedNumbers | null
}

/** Number of cleaned cells, by what was removed. */
export type CleanedCount = { spaces: number; invisible: number }

/** Numbers that look like amounts, with the first one and its likely meaning. */
export type FormattedNumbers = { shown: string; digits: string; rows: number[] }

/** Rows whose number may have lost leading zeros, because a spreadsheet stored it as a number. */
export type LostZeros = {
  /** The length of most numbers, in digits. */
  width: number
  rows: number[]
}
