import { toHeaderKey } from './headers.ts'

/** The columns that the desk appends to a result file (`result-file.ts`), in their order, as `toHeaderKey` folds them. */
const TITLES = [
  ['personalnummerbeimfotodienst', 'employeenumberattheportraitservice'],
  ['nummerbeimfotodienst', 'numberattheportraitservice'],
  ['ergebnisdesimports', 'resultoftheimport'],
  ['grundfuerdasergebnis', 'reasonfortheresult'],
]
/** What they were called once. Other lists have columns of these names, too: only beside the service's number they are the desk's. */
const FORMER = [['personalnummer', 'employeenumber'], [], ['ergebnis', 'result'], ['grund', 'reason']]
const NUMBER_AT_SERVICE = 1

/**
 * The columns that a result file has behind those of the list: they say what has become of a row, and nothing about the
 * person that the list itself would not say.
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
