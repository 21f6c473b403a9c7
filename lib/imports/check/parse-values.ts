import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportValues,
  type RowProblem,
} from '#lib/contracts/import-rows.ts'
import { isNotChosen, parseLanguage } from '#lib/imports/map/parse-language.ts'
import { UNDECODED } from '#lib/imports/read/table.ts'
import { type EmployeeInput, employeeInputSchema } from '#lib/portrait-api/input-contract.ts'

/** `input`: the row's values, valid or not. */
export type ParsedValues = { input: EmployeeInput; problems: RowProblem[] }

/** `#N/A`, `#WERT!`, `#REF!`, `#NAME?`, and the number signs of a column that is too narrow. */
const FORMULA_ERROR = /^#(N\/A|NV|#+|[\p{Lu}\d/_]+[!?])$/u
/** 1.23457E+11: the other digits are lost. */
const ROUNDED = /^\d([.,]\d+)?E\+\d+$/i
const REASONS: Partial<Record<string, RowProblem['code']>> = { too_small: 'missing', too_big: 'too_long' }

/** Converts cleaned values to the create body, with the problems that the form's schema finds. */
export function parseValues(values: ImportValues): ParsedValues {
  const broken = IMPORT_FIELDS.flatMap(field => findDamage(field, values[field]))
  const locale = parseLanguage(values.locale)
  const isKnown = locale || isNotChosen(values.locale) || values.locale.includes(UNDECODED)
  if (values.locale && !isKnown) broken.push({ field: 'locale', code: 'unknown_language' })
  const { first_name, last_name, email, mitarbeiternummer } = values
  const input: EmployeeInput = {
    ...{ first_name, last_name, email },
    ...(mitarbeiternummer && { mitarbeiternummer: mitarbeiternummer.normalize('NFC') }),
    ...(locale && { locale }),
  }
  const parsed = employeeInputSchema.safeParse(input)
  const refused = parsed.success ? [] : parsed.error.issues.flatMap(issue => toProblem(issue, values))
  const known = new Set(broken.map(({ field }) => field))
  const problems = [...broken, ...refused.filter(({ field }) => !known.has(field))]
  return { input, problems }
}

/** Finds damage done by a spreadsheet that the service would accept: `#N/A` is a valid last name to it. */
function findDamage(field: ImportField, value: string): RowProblem[] {
  if (FORMULA_ERROR.test(value)) return [{ field, code: 'formula_error' }]
  if (value.includes(UNDECODED)) return [{ field, code: 'unreadable' }]
  return field === 'mitarbeiternummer' && ROUNDED.test(value) ? [{ field, code: 'rounded' }] : []
}

function toProblem(issue: { code: string; path: PropertyKey[] }, values: ImportValues): RowProblem[] {
  const field = IMPORT_FIELDS.find(candidate => candidate === issue.path[0])
  if (!field) return []
  if (values[field] === '') return [{ field, code: 'missing' }]
  return [{ field, code: REASONS[issue.code] ?? 'not_an_email' }]
}
