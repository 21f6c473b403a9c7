import type { ImportValues } from '#lib/contracts/import-rows.ts'
import type { FormattedNumbers } from './checked-row.ts'
import { cleanValues } from './clean-values.ts'
import type { NumberedValues } from './find-twice.ts'

/** The number 12345 formatted by a spreadsheet as an amount: 12.345, 12,345, 12 345, 12345,00. */
export const FORMATTED = /^(\d{1,3}([.,\s’']\d{3})+([.,]0{1,2})?|\d+[.,]0{1,2})$/

/**
 * Finds the rows whose numbers look like amounts, with the first one as an example; null when there are none. Numbers
 * that the project has in this form (`known`) are correct.
 */
export function findFormatted(
  rows: readonly NumberedValues[],
  known: { has(number: string): boolean },
): FormattedNumbers | null {
  const found = rows.filter(
    ({ values: { mitarbeiternummer: number } }) => FORMATTED.test(number) && !known.has(number),
  )
  const [first] = found
  if (!first) return null
  const shown = first.values.mitarbeiternummer
  return { shown, digits: toDigits(first.values), rows: found.map(({ row }) => row) }
}

/** Returns the number of a row without the formatting of an amount. */
export function toDigits(values: ImportValues): string {
  const number = cleanValues(values, { spaces: 0, invisible: 0 }).mitarbeiternummer
  return number.replace(/[.,]0{1,2}$/, '').replace(/\D/g, '')
}
