import type { ImportPerson, ImportRow } from '#lib/imports/contract.ts'
import { checkRow } from './check-row.ts'
import type { CheckedImport, CheckedRow } from './checked-row.ts'
import { cleanValues } from './clean-values.ts'
import { findLostZeros } from './find-lost-zeros.ts'
import { findTwice } from './find-twice.ts'
import { listLeavers } from './list-leavers.ts'
import { matchPerson } from './match-person.ts'
import { parseValues } from './parse-values.ts'
import { toRosterIndex } from './roster-index.ts'
import { separateTwins } from './separate-twins.ts'
import { summarize } from './summarize.ts'

/**
 * What every row of the file would do to the project, asked once for the whole list: on the server, before anything is
 * sent. In the browser `RunningCheck` says the same after each edit. Writes nothing and knows no clock.
 */
export function checkRows(rows: readonly ImportRow[], people: readonly ImportPerson[]): CheckedImport {
  const cleaned = { spaces: 0, invisible: 0 }
  const unseen = { spaces: 0, invisible: 0 }
  const lines = rows.map(line => ({
    ...line,
    values: cleanValues(line.values, line.excluded ? unseen : cleaned),
  }))
  const included = lines.filter(({ excluded }) => !excluded)
  const twice = findTwice(included)
  const roster = toRosterIndex(people)
  const checked = lines.map(({ row, values, excluded }): CheckedRow => {
    if (excluded) return { row, kind: 'excluded', problems: [], input: null }
    const match = matchPerson(values, roster)
    return checkRow(row, { values, parsed: parseValues(values), match, twice: twice.get(row) ?? [] })
  })
  const separated = separateTwins(checked)
  const leavers = listLeavers(lines, people)
  return {
    rows: separated,
    leavers,
    summary: summarize(separated, leavers.length),
    cleaned,
    lost_zeros: findLostZeros(included),
  }
}
