import { createStore } from '#components/ui/browser/store.ts'
import { paths } from '#lib/address/paths.ts'
import { type ImportResultRow, importResponse, importWithRowsResponse } from '#lib/contracts/imports.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import { applyEdit, mergeEdits, type RowEdit } from './row-edits.ts'

const savers = new Map<string, RowSaver>()

/** Returns the only saver of an import in this tab: unsaved edits outlive the page on which they were made. */
export function saverOf(importId: string, onStale = () => {}): RowSaver {
  const saver = savers.get(importId) ?? new RowSaver(importId)
  savers.set(importId, saver)
  saver.onStale = onStale
  return saver
}

/**
 * Reads the rows and applies this tab's edits: those that the server did not have yet when it answered. If a save
 * finished during the read, reads again.
 */
export async function readRows(importId: string, signal?: AbortSignal): Promise<ImportResultRow[]> {
  const saver = savers.get(importId)
  const saves = saver?.saves
  const { data } = await deskRequest(paths.api.import(importId), importWithRowsResponse, { signal })
  if (saver?.saves !== saves) return readRows(importId, signal)
  return data.rows.map(row => applyEdit(row, saver?.pending(row.row) ?? { row: row.row }))
}

/** `problem`: the last edits are not saved; they stay in this tab and are sent with the next ones. */
type SaverState = { saving: boolean; problem: DeskError | null }

/**
 * Saves edits to the server as the user works: one call at a time, with all edits collected meanwhile, and only what
 * has changed.
 */
class RowSaver {
  readonly state = createStore<SaverState>({ saving: false, problem: null })
  readonly #importId
  #waiting = new Map<number, RowEdit>()
  #sending = new Map<number, RowEdit>()
  #running: Promise<void> = Promise.resolve()

  /** Called when the rows of this tab are outdated, because another tab has continued the import. */
  onStale = (): void => {}

  constructor(importId: string) {
    this.#importId = importId
  }

  /** Number of successful saves. */
  saves = 0

  /** Returns the edits of a row that the server may not have yet. */
  readonly pending = (row: number): RowEdit | undefined => {
    const [sent, later] = [this.#sending.get(row), this.#waiting.get(row)]
    return later ? mergeEdits(sent, later) : sent
  }

  readonly keep = (edits: readonly RowEdit[]): void => {
    for (const edit of edits) this.#waiting.set(edit.row, mergeEdits(this.#waiting.get(edit.row), edit))
    void this.save()
  }

  /** Resolves to true when all edits are saved. */
  readonly save = async (): Promise<boolean> => {
    this.#tell({ saving: true })
    this.#running = this.#running.then(() => this.#saveWaiting())
    await this.#running
    return this.#waiting.size === 0
  }

  async #saveWaiting(): Promise<void> {
    const edits = [...this.#waiting.values()]
    if (edits.length === 0) return this.#tell({ saving: false })
    this.#sending = this.#waiting
    this.#waiting = new Map()
    try {
      await deskRequest(paths.api.import(this.#importId, { rows: false }), importResponse, {
        method: 'PATCH',
        body: { edits },
      })
      this.#sending = new Map()
      this.saves += 1
      this.#tell({ problem: null, saving: this.#waiting.size > 0 })
    } catch (thrown) {
      const problem = toDeskError(thrown)
      const over = listOver(problem)
      const later = this.#waiting
      this.#sending = new Map()
      this.#waiting = new Map(edits.filter((_, index) => !over.has(index)).map(edit => [edit.row, edit]))
      for (const [row, edit] of later) this.#waiting.set(row, mergeEdits(this.#waiting.get(row), edit))
      if (over.size > 0 || problem.code === 'import_moved_on') this.onStale()
      if (over.size > 0) return this.#saveWaiting()
      this.#tell({ problem, saving: false })
    }
  }

  #tell(change: Partial<SaverState>): void {
    const before = this.state.get()
    const { saving = before.saving, problem = before.problem } = change
    if (saving !== before.saving || problem !== before.problem) this.state.set({ saving, problem })
  }
}

/** Returns the indexes of edits of finished rows: they can never be saved, and must not block the others. */
function listOver({ code, errors = {} }: DeskError): Set<number> {
  if (code !== 'invalid') return new Set()
  return new Set(
    Object.keys(errors).flatMap(key => /^edits\.(\d+)\.row$/.exec(key)?.slice(1).map(Number) ?? []),
  )
}
