import 'server-only'
import type { DeskError } from '#lib/errors.ts'
import type { ExportProblem } from '#lib/exports/contract.ts'
import type { EntryChange, ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'

/** As often as a card asks. Each time the process waits for the disk, and a burst of photos with it. */
const SAVE_EVERY_MS = 1000

type Counted = Pick<ExportRow, 'done' | 'failed' | 'bytes' | 'problems'>

/**
 * Counts what has become of the photos and writes it down now and then. What a crash loses of it costs nothing: the
 * photos themselves are in the store and are found there again.
 */
export class Progress {
  readonly #id: string
  readonly #problems: ExportProblem[]
  #changes: EntryChange[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> = Promise.resolve()
  #done: number
  #failed: number
  #bytes: number
  lastError: DeskError | null = null

  constructor(id: string, { done, failed, bytes, problems }: Counted) {
    this.#id = id
    this.#done = done
    this.#failed = failed
    this.#bytes = bytes
    this.#problems = [...problems]
  }

  get doneCount(): number {
    return this.#done
  }

  /** One photo is there, in all its files; the notices tell what is unusual about them. */
  done(changes: EntryChange[], notices: ExportProblem[]): void {
    this.#done += 1
    this.#problems.push(...notices)
    for (const { bytes } of changes) this.#bytes += bytes ?? 0
    this.#note(changes)
  }

  /** One photo cannot be had. */
  failed(changes: EntryChange[], { problem, error }: { problem: ExportProblem; error: DeskError }): void {
    this.#failed += 1
    this.#problems.push(problem)
    this.lastError = error
    this.#note(changes)
  }

  /** Writes down what is still open. Throws when the disk does not take it. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#save()
  }

  #note(changes: EntryChange[]): void {
    this.#changes.push(...changes)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      // What could not be written now is written with the next, or by `end`, which tells.
      this.#save().catch(() => {})
    }, SAVE_EVERY_MS)
  }

  /** One after the other: the numbers count what was written before as well. */
  #save(): Promise<void> {
    const saved = this.#saving.catch(() => {}).then(() => this.#write())
    this.#saving = saved
    return saved
  }

  async #write(): Promise<void> {
    if (this.#changes.length === 0) return
    const changes = this.#changes
    this.#changes = []
    try {
      await getExportStore().saveProgress(this.#id, changes, {
        done: this.#done,
        failed: this.#failed,
        bytes: this.#bytes,
        problems: this.#problems,
      })
    } catch (error) {
      this.#changes = [...changes, ...this.#changes]
      throw error
    }
  }
}
