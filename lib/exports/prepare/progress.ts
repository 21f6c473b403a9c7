import 'server-only'
import type { DeskError } from '#lib/errors.ts'
import type { ExportProblem } from '#lib/exports/contract.ts'
import { noteProgress } from '#lib/jobs/starts.ts'
import type { EntryChange } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'

/** As often as a card asks. Each time the process waits for the disk, and a burst of photos with it. */
const SAVE_EVERY_MS = 1000

/**
 * Collects what has become of the photos and writes it down now and then; the store counts. What a crash loses of it costs
 * nothing: the photos themselves are in the store and are found there again.
 */
export class Progress {
  readonly #id: string
  #changes: EntryChange[] = []
  #told: ExportProblem[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> = Promise.resolve()
  /** People whose photo is there, with those of before. */
  doneCount: number
  lastError: DeskError | null = null

  constructor(id: string, done: number) {
    this.#id = id
    this.doneCount = done
  }

  /** One photo is there, in all its files; the notices tell what is unusual about them. */
  done(changes: EntryChange[], notices: ExportProblem[]): void {
    this.doneCount += 1
    this.#note(changes, notices)
  }

  /** One photo cannot be had. */
  failed(changes: EntryChange[], { problem, error }: { problem: ExportProblem; error: DeskError }): void {
    this.lastError = error
    this.#note(changes, [problem])
  }

  /** Writes down what is still open. Throws when the disk does not take it. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#save()
  }

  #note(changes: EntryChange[], told: ExportProblem[]): void {
    this.#changes.push(...changes)
    this.#told.push(...told)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      // What could not be written now is written with the next, or by `end`, which tells.
      this.#save().catch(() => {})
    }, SAVE_EVERY_MS)
  }

  /** One after the other, in the order in which it happened. */
  #save(): Promise<void> {
    const saved = this.#saving.catch(() => {}).then(() => this.#write())
    this.#saving = saved
    return saved
  }

  async #write(): Promise<void> {
    if (this.#changes.length === 0) return
    const [changes, told] = [this.#changes, this.#told]
    this.#changes = []
    this.#told = []
    try {
      await getExportStore().saveProgress(this.#id, changes, told)
      await noteProgress(this.#id)
    } catch (error) {
      this.#changes = [...changes, ...this.#changes]
      this.#told = [...told, ...this.#told]
      throw error
    }
  }
}
