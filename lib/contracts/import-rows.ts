/** What browsers and our own handlers say about an import. Names on the wire are those of the specification. */
import { z } from 'zod/mini'
import { IMPORT_FIELDS, PROBLEM_CODES } from '#lib/store/words.ts'
import { CELL_CHARACTERS_MAX, IMPORT_COLUMNS_MAX } from './import-limits.ts'

export { IMPORT_FIELDS, PROBLEM_CODES }

export const ROW_KINDS = ['new', 'equal', 'different', 'conflict', 'invalid', 'excluded'] as const

const cell = z.string().check(z.maxLength(CELL_CHARACTERS_MAX))
const rowNumber = z.int().check(z.positive())

/** What stands in the file for each field, uncleaned; the empty text where it says nothing. */
export const importValuesSchema = z.strictObject({
  first_name: cell,
  last_name: cell,
  email: cell,
  mitarbeiternummer: cell,
  locale: cell,
})

/**
 * Which change of somebody who is there shall be made: what `digestPlan` said of the row when a person chose it. A row that
 * would do anything else by now is to be chosen again. Null: none.
 */
export const chosenChangeSchema = z.nullable(z.string().check(z.maxLength(64)))

export const importRowSchema = z.strictObject({
  /** As the person's own spreadsheet program numbers the line. */
  row: rowNumber,
  /** The original columns, untouched, for the result file. */
  cells: z.array(cell).check(z.maxLength(IMPORT_COLUMNS_MAX)),
  values: importValuesSchema,
  excluded: z.boolean(),
  chosen_change: z.optional(chosenChangeSchema),
})

/** Who is in the project, as far as an import compares. */
export const importPersonSchema = z.object({
  id: z.int().check(z.positive()),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  mitarbeiternummer: z.string(),
  locale: z.nullable(z.string()),
  invited_at: z.nullable(z.string()),
  uploaded_at: z.nullable(z.string()),
})

export const rowProblemSchema = z.object({
  /** Null: the problem is the whole row's. */
  field: z.nullable(z.enum(IMPORT_FIELDS)),
  code: z.enum(PROBLEM_CODES),
  /** The other lines of the file that are meant. */
  rows: z.optional(z.array(rowNumber)),
  /** Somebody of the project whom the row collides with. */
  employee_id: z.optional(z.int()),
  /** The service's own words, of a row that it refused. */
  reason: z.optional(z.string()),
  /** Worth a look, but no reason not to send the row. */
  warning: z.optional(z.boolean()),
})

/** What will happen, in numbers: a person confirms them before anything is sent. */
const importSummarySchema = z.object({
  new: z.int(),
  equal: z.int(),
  different: z.int(),
  conflict: z.int(),
  invalid: z.int(),
  excluded: z.int(),
  /** Changed rows after which the service sends another invitation. */
  resends: z.int(),
  /** Rows with a warning, of whatever kind. */
  warnings: z.int(),
  leavers: z.int(),
})

export type ImportField = (typeof IMPORT_FIELDS)[number]
export type ImportValues = z.infer<typeof importValuesSchema>
export type ImportRow = z.infer<typeof importRowSchema>
export type ImportPerson = z.infer<typeof importPersonSchema>
export type RowProblem = z.infer<typeof rowProblemSchema>
export type ProblemCode = (typeof PROBLEM_CODES)[number]
export type RowKind = (typeof ROW_KINDS)[number]
export type ImportSummary = z.infer<typeof importSummarySchema>
