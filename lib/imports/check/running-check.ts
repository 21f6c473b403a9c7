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

/** What is true of the list as a whole. */
export type CheckFacts = Omit<CheckedImport, 'rows'>

type Line = {
  row: number
  values: ImportValues
  excluded: boolean
  cleaned: CleanedCount
  /** What the row says by itself: the costly part, and only its own cells change it. Null while it is excluded. */
  own: Omit<RowFacts, 'twice' | 'usualDomain'> | null
}

/** Values whose rows must be looked at again. */
type Shared = Record<UniqueField, Set<string>>
type Counting = { place: number; by: 1 | -1; shared: Shared }

/**
 * `checkRows` for a list that somebody works on. An edit costs what depends on it: the row itself, and the rows that
 * share its e-mail, its number or its person. A property test holds it to what `checkRows` would say.
 * See docs/decisions/023-incremental-import-check.md.
 */
export class RunningCheck {
  readonly #roster
  readonly #settled
  readonly #present
  /** By row number, its place in the list. */
  readonly #places
  readonly #lines: Line[] = []
  /** What each row means next to the rest of the file, before twins are separated … */
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

  /** What a row means now; nothing for one that is not in the list. */
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

  /** Takes rows of the list as they are now, and answers which rows mean something else since, these among them. */
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

  /** `by`: 1 puts a line into the list, -1 takes it out; whom that may concern is added to `shared`. */
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

  /** What a row means next to the rest of the file; people whom it means now, or meant before, are added to `people`. */
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

/** Whom a row would write to, or leave as they are. */
function toWriter(checked: CheckedRow | undefined): number | null {
  return checked?.employee_id !== undefined && isWritten(checked.kind) ? checked.employee_id : null
}

/** As the search for lost zeros sees it. */
function toNumber(line: Line | undefined): string | null {
  return line && !line.excluded ? line.values.mitarbeiternummer : null
}
