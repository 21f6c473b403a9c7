import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportValues,
  type RowProblem,
} from '#lib/contracts/import-rows.ts'
import { isNotChosen, parseLanguage } from '#lib/imports/map/parse-language.ts'
import { UNDECODED } from '#lib/imports/read/table.ts'
import { type EmployeeInput, employeeInputSchema } from '#lib/portrait-api/input-contract.ts'

/** `input`: what the row says, right or wrong. */
export type ParsedValues = { input: EmployeeInput; problems: RowProblem[] }

/** `#N/A`, `#WERT!`, `#REF!`, `#NAME?`, and the fence of a column that is too narrow. */
const FORMULA_ERROR = /^#(N\/A|NV|#+|[\p{Lu}\d/_]+[!?])$/u
/** 1.23457E+11: the other digits are gone for good. */
const ROUNDED = /^\d([.,]\d+)?E\+\d+$/i
const REASONS: Partial<Record<string, RowProblem['code']>> = { too_small: 'missing', too_big: 'too_long' }

/** Cleaned values as they would be sent, and what is wrong with them by the schema of the form. */
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

/** What a spreadsheet has made of a cell, and what no service would notice: `#N/A` is a fine last name to it. */
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
