import type {
  ImportField,
  ImportPerson,
  ImportSummary,
  RowKind,
  RowProblem,
} from '#lib/contracts/import-rows.ts'
import type { EmployeeInput, EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'

type Change = { from: string; to: string }

/** What a row of the file means for the project. Nothing is sent for `equal`, `conflict`, `invalid`, `excluded`. */
export type CheckedRow = {
  row: number
  kind: RowKind
  problems: RowProblem[]
  /** Cleaned and complete: what a create would send. Null while the row has a problem. */
  input: EmployeeInput | null
  /** Whom the row means, of the people who are in the project. */
  employee_id?: number
  /** Of a `different` row: what would change, as people read it … */
  changes?: Partial<Record<ImportField, Change>>
  /** … and what a PATCH would send. */
  update?: EmployeeUpdate
  /** The update would make the service invite the person again (section 3). */
  resends_invitation?: boolean
}

export type CheckedImport = {
  /** In the order of the rows that came in. */
  rows: CheckedRow[]
  /** In the project, but in no row of the file, not even an excluded one. Never deleted by an import. */
  leavers: ImportPerson[]
  summary: ImportSummary
  cleaned: CleanedCount
  lost_zeros: LostZeros | null
  formatted_numbers: FormattedNumbers | null
}

/** How many cells were cleaned of what. */
export type CleanedCount = { spaces: number; invisible: number }

/** Numbers that look like amounts, and the first of them as it may be meant. */
export type FormattedNumbers = { shown: string; digits: string; rows: number[] }

/** A spreadsheet that took the numbers for numbers has dropped their leading zeros: these lines may have lost some. */
export type LostZeros = {
  /** How many digits most numbers have. */
  width: number
  rows: number[]
}
