/** Why a file cannot be read. Each code has a sentence of its own on the screen. */
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

/** The only thing that reading throws. */
export class ReadError extends Error {
  override name = 'ReadError'
  readonly problem: ReadProblem

  constructor(problem: ReadProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
