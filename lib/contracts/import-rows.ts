/** Schemas of the rows of an import, for browsers and our own handlers. Field names are those of the specification. */
import { z } from 'zod/mini'
import { IMPORT_FIELDS, PROBLEM_CODES } from '#lib/store/enums.ts'
import { CELL_CHARACTERS_MAX, IMPORT_COLUMNS_MAX } from './import-limits.ts'

export { IMPORT_FIELDS, PROBLEM_CODES }

export const ROW_KINDS = ['new', 'equal', 'different', 'conflict', 'invalid', 'excluded'] as const

const cell = z.string().check(z.maxLength(CELL_CHARACTERS_MAX))
const rowNumber = z.int().check(z.positive())

/** The file's value of each field, uncleaned; an empty string where the file has none. */
export const importValuesSchema = z.strictObject({
  first_name: cell,
  last_name: cell,
  email: cell,
  mitarbeiternummer: cell,
  locale: cell,
})

/**
 * The chosen change to an existing employee: the `digestPlan` of the row when the user chose it. When the row would now
 * make another change, it has to be chosen again. Null: none.
 */
export const chosenChangeSchema = z.nullable(z.string().check(z.maxLength(64)))

export const importRowSchema = z.strictObject({
  /** Line number as the user's spreadsheet program shows it. */
  row: rowNumber,
  /** The original columns, untouched, for the result file. */
  cells: z.array(cell).check(z.maxLength(IMPORT_COLUMNS_MAX)),
  values: importValuesSchema,
  excluded: z.boolean(),
  chosen_change: z.optional(chosenChangeSchema),
})

/** An employee of the project, with the fields that an import compares. */
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
  /** Null: the problem concerns the whole row. */
  field: z.nullable(z.enum(IMPORT_FIELDS)),
  code: z.enum(PROBLEM_CODES),
  /** The other lines of the file that the problem concerns. */
  rows: z.optional(z.array(rowNumber)),
  /** The employee of the project that the row collides with. */
  employee_id: z.optional(z.int()),
  /** The service's own reason for refusing the row. */
  reason: z.optional(z.string()),
  /** The row should be checked, but can be sent. */
  warning: z.optional(z.boolean()),
})

/** Counts of what the import will do; the user confirms them before anything is sent. */
const importSummarySchema = z.object({
  new: z.int(),
  equal: z.int(),
  different: z.int(),
  conflict: z.int(),
  invalid: z.int(),
  excluded: z.int(),
  /** Changed rows after which the service sends another invitation. */
  resends: z.int(),
  /** Rows with a warning of any kind. */
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
