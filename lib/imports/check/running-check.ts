import type { ImportPerson, ImportValues } from '#lib/contracts/import-rows.ts'
import { DomainCounts } from '#lib/employees/usual-domain.ts'
import { checkRow, type RowFacts } from './check-row.ts'
import { countRow, noRows } from './check-rows.ts'
import type { CheckedImport, CheckedRow, CleanedCount, FormattedNumbers, LostZeros } from './checked-row.ts'
import { cleanValues } from './clean-values.ts'
import { findFormatted } from './find-formatted.ts'
import { findLostZeros } from './find-lost-zeros.ts'
import {
  isWritten,
  type SettledRows,
  SHOWN_MAX,
  toKey,
  toTwice,
  toTwin,
  UNIQUE_FIELDS,
  type UniqueField,
} from './find-twice.ts'
import { LineGroups } from './line-groups.ts'
import { listRefusals, type RowToCheck } from './list-refusals.ts'
import { matchPerson, toRosterIndex } from './match-person.ts'
import { parseValues } from './parse-values.ts'
import { PresentPeople } from './present-people.ts'

/** Facts about the list as a whole. */
export type CheckFacts = Omit<CheckedImport, 'rows'>

type Line = {
  row: number
  values: ImportValues
  excluded: boolean
  cleaned: CleanedCount
  /**
   * The result for the row alone: the costly part, which only changes with its own cells. Null while it is excluded.
   */
  own: Omit<RowFacts, 'twice' | 'usualDomain'> | null
}

/** Values whose rows must be checked again. */
type Shared = Record<UniqueField, Set<string>>
type Counting = { place: number; by: 1 | -1; shared: Shared }

/**
 * `checkRows` for a list being edited. An edit costs only the affected rows: the row itself, and those that share its
 * email, number or employee. A property test compares it with `checkRows`.
 * See docs/decisions/023-incremental-import-check.md.
 */
export class RunningCheck {
  readonly #roster
  readonly #settled
  readonly #present
  /** Place in the list, by row number. */
  readonly #places
  readonly #lines: Line[] = []
  /** The result of each row against the rest of the file, before twins are separated … */
  readonly #inFile: CheckedRow[] = []
  /** … and after it. */
  readonly #checked: CheckedRow[] = []
  readonly #sharing = { email: new LineGroups<string>(), mitarbeiternummer: new LineGroups<string>() }
  readonly #writing = new LineGroups<number>()
  readonly #counts = noRows()
  readonly #cleaned = { spaces: 0, invisible: 0 }
  readonly #domains = new DomainCounts()
  #usualDomain: string | null = null
  #lostZeros: LostZeros | null = null
  #formatted: FormattedNumbers | null = null

  constructor(
    rows: readonly RowToCheck[],
    people: readonly ImportPerson[],
    settled: SettledRows = new Map(),
  ) {
    this.#settled = settled
    this.#roster = toRosterIndex(people)
    this.#present = new PresentPeople(people)
    for (const { email } of people) this.#domains.count(email, 1)
    this.#places = new Map(rows.map(({ row }, place) => [row, place]))
    this.change(rows)
  }

  /** Returns the current result of a row; undefined for one that is not in the list. */
  read(row: number): CheckedRow | undefined {
    return this.#checked[this.#places.get(row) ?? -1]
  }

  facts(): CheckFacts {
    const leavers = this.#present.leavers()
    const summary = { ...this.#counts, leavers: leavers.length }
    return {
      leavers,
      summary,
      cleaned: { ...this.#cleaned },
      lost_zeros: this.#lostZeros,
      formatted_numbers: this.#formatted,
    }
  }

  /** Takes the current version of some rows, and returns the rows whose result may have changed, including these. */
  change(rows: readonly RowToCheck[]): number[] {
    const due = new Set<number>()
    const shared: Shared = { email: new Set(), mitarbeiternummer: new Set() }
    let renumbered = false
    for (const source of rows) {
      const place = this.#places.get(source.row)
      if (place === undefined) continue
      const before = this.#lines[place]
      const line = this.#toLine(source)
      if (before) this.#count(before, { place, by: -1, shared })
      this.#count(line, { place, by: 1, shared })
      this.#lines[place] = line
      due.add(place)
      renumbered ||= toNumber(before) !== toNumber(line)
    }
    const usual = this.#domains.usual()
    if (usual !== this.#usualDomain) for (const place of this.#lines.keys()) due.add(place)
    this.#usualDomain = usual
    for (const field of UNIQUE_FIELDS)
      for (const key of shared[field]) for (const place of this.#sharing[field].of(key)) due.add(place)
    const people = new Set<number>()
    for (const place of due) this.#lookAtFile(place, people)
    for (const id of people) for (const place of this.#writing.of(id)) due.add(place)
    for (const place of due) this.#settle(place)
    if (renumbered) {
      const included = this.#lines.filter(({ excluded }) => !excluded)
      this.#lostZeros = findLostZeros(included, this.#roster.byNumber)
      this.#formatted = findFormatted(included, this.#roster.byNumber)
    }
    return this.#toRows(due)
  }

  #toLine(source: RowToCheck): Line {
    const { row, values: given, excluded } = source
    const count = { spaces: 0, invisible: 0 }
    const values = cleanValues(given, count)
    if (excluded) return { row, values, excluded, cleaned: { spaces: 0, invisible: 0 }, own: null }
    const match = matchPerson(values, this.#roster)
    const own = { values, parsed: parseValues(values), match, refusals: listRefusals(source) }
    return { row, values, excluded, cleaned: count, own }
  }

  /** `by`: 1 adds a line, -1 removes it; its unique values are added to `shared`. */
  #count({ values, excluded, cleaned }: Line, { place, by, shared }: Counting): void {
    this.#present.count(values, by)
    this.#cleaned.spaces += by * cleaned.spaces
    this.#cleaned.invisible += by * cleaned.invisible
    if (excluded) return
    this.#domains.count(values.email, by)
    for (const field of UNIQUE_FIELDS) {
      const key = toKey(field, values[field])
      if (key === '') continue
      if (by === 1) this.#sharing[field].add(key, place)
      else this.#sharing[field].remove(key, place)
      shared[field].add(key)
    }
  }

  /** Checks a row against the rest of the file; adds the employees it refers to now, or did before, to `people`. */
  #lookAtFile(place: number, people: Set<number>): void {
    const line = this.#lines[place]
    if (!line) return
    const writer = toWriter(this.#inFile[place])
    const checked = this.#checkLine(line)
    const writes = toWriter(checked)
    this.#inFile[place] = checked
    if (writer === writes) return
    if (writer !== null) this.#writing.remove(writer, place)
    if (writes !== null) this.#writing.add(writes, place)
    for (const id of [writer, writes]) if (id !== null) people.add(id)
  }

  #checkLine({ row, values, own }: Line): CheckedRow {
    if (!own) return { row, kind: 'excluded', problems: [], input: null }
    const twice = UNIQUE_FIELDS.flatMap(field => {
      const places = this.#sharing[field].of(toKey(field, values[field]))
      if (places.length < 2) return []
      return toTwice(field, this.#toRows(places.slice(0, SHOWN_MAX)), row)
    })
    return checkRow(row, { ...own, twice, usualDomain: this.#usualDomain })
  }

  #settle(place: number): void {
    const inFile = this.#inFile[place]
    if (!inFile) return
    const before = this.#checked[place]
    const employee_id = toWriter(inFile)
    const checked = employee_id === null ? inFile : this.#separate(inFile, employee_id)
    if (before) countRow(this.#counts, before, -1)
    countRow(this.#counts, checked, 1)
    this.#checked[place] = checked
  }

  #separate(inFile: CheckedRow, employee_id: number): CheckedRow {
    const open = this.#toRows(this.#writing.of(employee_id))
    const same = [...(this.#settled.get(employee_id) ?? []), ...open]
    return same.length < 2 ? inFile : toTwin(inFile, { employee_id, same })
  }

  #toRows(places: Iterable<number>): number[] {
    return [...places].flatMap(place => this.#lines[place]?.row ?? [])
  }
}

/** The employee that a row would update or leave unchanged. */
function toWriter(checked: CheckedRow | undefined): number | null {
  return checked?.employee_id !== undefined && isWritten(checked.kind) ? checked.employee_id : null
}

/** The number as used in the search for lost zeros. */
function toNumber(line: Line | undefined): string | null {
  return line && !line.excluded ? line.values.mitarbeiternummer : null
}
