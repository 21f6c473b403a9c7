import type { ImportPerson, ImportSummary, ImportValues } from '#lib/contracts/import-rows.ts'
import { DomainCounts } from '#lib/employees/usual-domain.ts'
import { checkRow } from './check-row.ts'
import type { CheckedImport, CheckedRow } from './checked-row.ts'
import { cleanValues } from './clean-values.ts'
import { findFormatted } from './find-formatted.ts'
import { findLostZeros } from './find-lost-zeros.ts'
import { findTwice, type SettledRows, separateTwins, toKey } from './find-twice.ts'
import { listRefusals, type RowToCheck } from './list-refusals.ts'
import { matchPerson, toRosterIndex } from './match-person.ts'
import { parseValues } from './parse-values.ts'

type RowCounts = Omit<ImportSummary, 'leavers'>

/**
 * Determines the effect of every row on the project, for the whole list at once: on the server, before anything is
 * sent. `settled`: employees concerned by earlier rounds of the list. In the browser `RunningCheck` gives the same
 * result after each edit. Writes nothing and does not depend on time.
 */
export function checkRows(
  rows: readonly RowToCheck[],
  people: readonly ImportPerson[],
  settled: SettledRows = new Map(),
): CheckedImport {
  const cleaned = { spaces: 0, invisible: 0 }
  const unseen = { spaces: 0, invisible: 0 }
  const lines = rows.map(line => ({
    ...line,
    values: cleanValues(line.values, line.excluded ? unseen : cleaned),
  }))
  const included = lines.filter(({ excluded }) => !excluded)
  const twice = findTwice(included)
  const roster = toRosterIndex(people)
  const domains = new DomainCounts()
  for (const { email } of people) domains.count(email, 1)
  for (const { values } of included) domains.count(values.email, 1)
  const usualDomain = domains.usual()
  const checked = lines.map((line): CheckedRow => {
    const { row, values, excluded } = line
    if (excluded) return { row, kind: 'excluded', problems: [], input: null }
    const own = { values, parsed: parseValues(values), match: matchPerson(values, roster) }
    return checkRow(row, { ...own, twice: twice.get(row) ?? [], refusals: listRefusals(line), usualDomain })
  })
  const separated = separateTwins(checked, settled)
  const leavers = listLeavers(lines, people)
  return {
    rows: separated,
    leavers,
    summary: summarize(separated, leavers.length),
    cleaned,
    lost_zeros: findLostZeros(included, roster.byNumber),
    formatted_numbers: findFormatted(included, roster.byNumber),
  }
}

/**
 * Lists employees who appear in no row, neither by email nor by number. Excluded and faulty rows count too: an employee
 * in the list has not left.
 */
function listLeavers(
  rows: readonly { values: ImportValues }[],
  people: readonly ImportPerson[],
): ImportPerson[] {
  const emails = new Set(rows.map(({ values }) => toKey('email', values.email)))
  const numbers = new Set(rows.map(({ values }) => values.mitarbeiternummer))
  return people.filter(
    ({ email, mitarbeiternummer }) => !emails.has(toKey('email', email)) && !numbers.has(mitarbeiternummer),
  )
}

export function summarize(rows: readonly CheckedRow[], leavers: number): ImportSummary {
  const counts = noRows()
  for (const checked of rows) countRow(counts, checked, 1)
  return { ...counts, leavers }
}

export function noRows(): RowCounts {
  return { new: 0, equal: 0, different: 0, conflict: 0, invalid: 0, excluded: 0, resends: 0, warnings: 0 }
}

/** `by`: 1 counts a row, -1 removes it. */
export function countRow(counts: RowCounts, { kind, resends_invitation, problems }: CheckedRow, by: 1 | -1) {
  counts[kind] += by
  if (resends_invitation) counts.resends += by
  if (problems.some(({ warning }) => warning)) counts.warnings += by
}
