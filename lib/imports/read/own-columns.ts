import { toHeaderKey } from './headers.ts'

/** The columns that the desk appends to a result file (`result-file.ts`), in order, as folded by `toHeaderKey`. */
const TITLES = [
  ['personalnummerbeimfotodienst', 'employeenumberattheportraitservice'],
  ['nummerbeimfotodienst', 'numberattheportraitservice'],
  ['ergebnisdesimports', 'resultoftheimport'],
  ['grundfuerdasergebnis', 'reasonfortheresult'],
]
/** Former titles. Other lists have such columns too, so these count only beside the service's number. */
const FORMER = [['personalnummer', 'employeenumber'], [], ['ergebnis', 'result'], ['grund', 'reason']]
const NUMBER_AT_SERVICE = 1

/**
 * Finds the columns that a result file appends to the list: they describe the outcome of a row, and add nothing about
 * the employee.
 */
export function findOwnColumns(headers: readonly string[]): Set<number> {
  const keys = headers.map(toHeaderKey)
  const own = new Set(keys.flatMap((key, column) => (TITLES.flat().includes(key) ? [column] : [])))
  for (const [column, key] of keys.entries()) {
    if (!TITLES[NUMBER_AT_SERVICE]?.includes(key)) continue
    for (const [place, titles] of FORMER.entries()) {
      const beside = column + place - NUMBER_AT_SERVICE
      if (titles.includes(keys[beside] ?? '')) own.add(beside)
    }
  }
  return own
}
