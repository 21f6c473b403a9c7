/** Reasons why a file cannot be read. Each code has its own message on the screen. */
const READ_PROBLEMS = [
  'empty',
  'too_large',
  'too_many_rows',
  'too_many_columns',
  'password_protected',
  'broken',
  'zip_bomb',
  'empty_cells',
  'texts_missing',
  'not_calculated',
  'pdf',
  'image',
  'web_page',
  'word_processor',
  'archive',
  'other_spreadsheet',
  'not_a_table',
] as const

export type ReadProblem = (typeof READ_PROBLEMS)[number]

/** Other spreadsheet formats, each with its own instructions for saving the list as a workbook. */
export type OtherFormat = 'xls' | 'xlsb' | 'xml' | 'ods' | 'numbers' | 'sylk' | 'dif'

/** The only error that reading throws. */
export class ReadError extends Error {
  override name = 'ReadError'
  readonly problem: ReadProblem
  /** Null unless the problem is `other_spreadsheet`. */
  readonly format: OtherFormat | null

  constructor(problem: ReadProblem, options: ErrorOptions & { format?: OtherFormat } = {}) {
    super(problem, options)
    this.problem = problem
    this.format = options.format ?? null
  }
}
