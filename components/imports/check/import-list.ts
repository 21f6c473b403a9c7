import { createStore, type Store } from '#components/ui/browser/store.ts'
import type { ImportPerson } from '#lib/contracts/import-rows.ts'
import { type ImportResultRow, isOpenRow } from '#lib/contracts/imports.ts'
import type { CheckedRow } from '#lib/imports/check/checked-row.ts'
import { digestPlan } from '#lib/imports/check/digest-plan.ts'
import { toSettled } from '#lib/imports/check/find-twice.ts'
import { isQuestion } from '#lib/imports/check/match-person.ts'
import { type CheckFacts, RunningCheck } from '#lib/imports/check/running-check.ts'
import { type GridLayout, type GridLine, isTaken, toLayout, toLine } from '../grid/grid-line.ts'
import {
  copyCounts,
  countLine,
  countLines,
  filterLines,
  type LineCounts,
  type LineFilter,
} from './line-filter.ts'
import { applyEdit, type DoneEdit, type RowEdit, toDone, toUndo } from './row-edits.ts'

const STEPS_MAX = 200

/** State on the screen: the same objects for everything that has not changed. */
export type ListState = {
  lines: readonly GridLine[]
  shown: readonly GridLine[]
  layout: GridLayout
  filter: LineFilter
  counts: LineCounts
  facts: CheckFacts
  plan: SendPlan
  /** Kind of the last change of values. */
  lastChange: 'edited' | 'undone'
}

/**
 * Content of the next sending. `outdated`: lines whose chosen change has become a different one, so that it is not
 * sent.
 */
type SendPlan = { create: number; update_rows: number[]; reinvited: number; outdated: number[] }

type Origin = {
  rows: readonly ImportResultRow[]
  people: readonly ImportPerson[]
  /** Passes each edit to its storage. */
  keep: (edits: readonly RowEdit[]) => void
}

/**
 * The list that a user edits. An edit costs what depends on it and not ten thousand rows: only changed lines become
 * new objects, and the screen renders only those. See docs/decisions/023-incremental-import-check.md.
 */
export class ImportList {
  readonly #keep
  readonly #rows
  readonly #places
  /** Chosen change by line, as the user saw it when choosing; a later version of the change is not included. */
  readonly #updates
  readonly #counts
  readonly #state: Store<ListState>
  #people
  #check
  /** Lines that stay visible regardless of the filter, until the user filters again. */
  #kept: ReadonlySet<number> = new Set()
  #steps: (readonly DoneEdit[])[] = []

  constructor({ rows, people, keep }: Origin) {
    this.#people = people
    this.#keep = keep
    this.#rows = [...rows]
    this.#check = toCheck(this.#rows, people)
    this.#places = new Map(rows.map(({ row }, place) => [row, place]))
    this.#updates = new Map(rows.flatMap(({ row, chosen_change: of }) => (of == null ? [] : [[row, of]])))
    const lines = rows.map(row => this.#toLine(row))
    this.#counts = countLines(lines)
    this.#state = createStore(this.#toState({ lines, filter: 'all', lastChange: 'edited' }))
  }

  readonly getState = (): ListState => this.#state.get()
  readonly useState = (): ListState => this.#state.use()

  /**
   * Compares the same edits with the current state of the project; they can still be undone. The user did not request
   * this and may be typing, so every visible line stays visible.
   */
  readonly compareWith = (people: readonly ImportPerson[]): void => {
    if (people === this.#people) return
    this.#kept = new Set([...this.#kept, ...this.#listSeen()])
    this.#people = people
    this.#check = toCheck(this.#rows, people)
    this.#draw(this.#rows.map(({ row }) => row))
  }

  /** Applies edits. Returns a function that undoes exactly these edits, except where a value has changed since. */
  readonly edit = (edits: readonly RowEdit[]): (() => number[]) => {
    const step = edits.flatMap(edit => {
      const row = this.#find(edit.row)
      return row ? [toDone(row, edit)] : []
    })
    this.#steps = [...this.#steps, step].slice(-STEPS_MAX)
    this.#change(edits)
    return () => this.#takeBack(step)
  }

  /** Undoes the last edit and returns the rows that changed. */
  readonly undo = (): number[] => this.#takeBack(this.#steps.at(-1) ?? [])

  /**
   * Includes lines or leaves them out: applies to new lines and to changes. Returns the number of lines that now
   * match the choice.
   */
  readonly take = (chosen: readonly GridLine[], taken: boolean): number => this.#take(chosen, taken)

  /** Includes all lines that are not included yet, except changes that need a decision. Returns their number. */
  readonly takeAll = (chosen: readonly GridLine[]): number => {
    const left = chosen.filter(line => isTaken(line) === false)
    return this.#take(left, true, checked => !isQuestion(checked))
  }

  /** Returns the list for rows that were read again: the same filter and the same visible lines. */
  readonly readAnew = (origin: Origin): ImportList => {
    const list = new ImportList(origin)
    list.show(this.getState().filter, this.#listSeen())
    return list
  }

  readonly show = (filter: LineFilter, kept: readonly number[] = []): void => {
    this.#kept = new Set(kept)
    this.#tell({ filter })
  }

  /** Shows only these lines. */
  readonly showOnly = (rows: readonly number[]): void => this.show('kept', rows)

  /** The effect of a line is only known once its row is in the list, so changes are chosen after that. */
  #take(chosen: readonly GridLine[], taken: boolean, mayChange = (_: CheckedRow) => true): number {
    const rows = chosen.map(({ source }) => source.row)
    this.#kept = new Set([...this.#kept, ...rows])
    const changes = () =>
      rows.flatMap(row => {
        const checked = this.#check.read(row)
        return checked?.kind === 'different' && mayChange(checked) ? [checked] : []
      })
    const dropped = taken ? [] : changes()
    const others = chosen.filter(
      ({ checked, source }) => checked.kind !== 'different' && source.excluded === taken,
    )
    if (others.length > 0) this.edit(others.map(({ source: { row } }) => ({ row, excluded: !taken })))
    const updates = taken ? changes() : dropped
    for (const checked of updates)
      if (taken) this.#updates.set(checked.row, digestPlan([checked]))
      else this.#updates.delete(checked.row)
    if (updates.length > 0)
      this.#keep(updates.map(({ row }) => ({ row, chosen_change: this.#updates.get(row) ?? null })))
    this.#draw(updates.map(({ row }) => row))
    const { lines } = this.getState()
    return rows.filter(row => {
      const line = lines[this.#places.get(row) ?? -1]
      return line && isTaken(line) === taken
    }).length
  }

  #takeBack(step: readonly DoneEdit[]): number[] {
    this.#steps = this.#steps.filter(other => other !== step)
    const edits = step.flatMap(edit => {
      const row = this.#find(edit.done.row)
      return (row && toUndo(row, edit)) ?? []
    })
    if (edits.length > 0) this.#change(edits, 'undone')
    return edits.map(({ row }) => row)
  }

  #change(edits: readonly RowEdit[], lastChange: ListState['lastChange'] = 'edited'): void {
    const changed = edits.flatMap(edit => {
      const place = this.#places.get(edit.row) ?? -1
      const row = this.#rows[place]
      if (!row) return []
      const next = applyEdit(row, edit)
      this.#rows[place] = next
      return [next]
    })
    this.#kept = new Set([...this.#kept, ...changed.map(({ row }) => row)])
    this.#draw(this.#check.change(changed), lastChange)
    this.#keep(edits)
  }

  /** Creates new lines for these rows; all others stay the same. */
  #draw(rows: readonly number[], lastChange = this.getState().lastChange): void {
    const lines = [...this.getState().lines]
    for (const number of rows) {
      const place = this.#places.get(number) ?? -1
      const [row, before] = [this.#rows[place], lines[place]]
      if (!row || !before) continue
      const line = this.#toLine(row)
      countLine(this.#counts, before, -1)
      countLine(this.#counts, line, 1)
      lines[place] = line
    }
    this.#tell({ lines, lastChange })
  }

  #tell(change: Partial<Pick<ListState, 'lines' | 'filter' | 'lastChange'>>): void {
    const before = this.getState()
    this.#state.set(this.#toState({ ...before, ...change }, before.layout))
  }

  #toState(
    { lines, filter, lastChange }: Pick<ListState, 'lines' | 'filter' | 'lastChange'>,
    layout?: GridLayout,
  ): ListState {
    const shown = filterLines(lines, filter, this.#kept)
    const facts = this.#check.facts()
    return {
      lines,
      shown,
      layout: toLayout(shown, layout),
      filter,
      lastChange,
      counts: copyCounts(this.#counts),
      facts,
      plan: { create: facts.summary.new, ...this.#listUpdates(lines) },
    }
  }

  /** Lists the rows that a filter shows; without a filter no row can disappear. */
  #listSeen(): number[] {
    const { filter, shown } = this.getState()
    return filter === 'all' ? [] : shown.map(({ source }) => source.row)
  }

  #listUpdates(lines: readonly GridLine[]): Omit<SendPlan, 'create'> {
    const asked = [...this.#updates.keys()].flatMap(row => lines[this.#places.get(row) ?? -1] ?? [])
    const different = asked.filter(({ checked }) => checked.kind === 'different')
    const updated = different.filter(line => line.updated)
    return {
      update_rows: updated.map(({ source }) => source.row),
      reinvited: updated.filter(({ checked }) => checked.resends_invitation).length,
      outdated: different.filter(line => !line.updated).map(({ source }) => source.row),
    }
  }

  #toLine(row: ImportResultRow): GridLine {
    const checked = this.#check.read(row.row)
    const chosen = this.#updates.get(row.row)
    return toLine(row, checked, Boolean(chosen && checked && chosen === digestPlan([checked])))
  }

  #find(row: number): ImportResultRow | undefined {
    return this.#rows[this.#places.get(row) ?? -1]
  }
}

/** Checks open rows only. Employees of finished rows are not available to other rows. */
function toCheck(rows: readonly ImportResultRow[], people: readonly ImportPerson[]): RunningCheck {
  return new RunningCheck(rows.filter(isOpenRow), people, toSettled(rows))
}
