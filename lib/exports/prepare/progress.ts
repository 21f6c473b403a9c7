import 'server-only'
import type { DeskError } from '#lib/errors.ts'
import type { ExportProblem } from '#lib/exports/contract.ts'
import { noteProgress } from '#lib/jobs/starts.ts'
import type { EntryChange } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'

/** The interval at which the card polls. Each save makes the process, and a burst of photos, wait for the disk. */
const SAVE_EVERY_MS = 1000

/**
 * Collects the results of photos and saves them periodically; the store keeps the counts. Losing some in a crash costs
 * nothing: the photos are in the store and are found there again.
 */
export class Progress {
  readonly #id: string
  #changes: EntryChange[] = []
  #told: ExportProblem[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> = Promise.resolve()
  /** Number of employees whose photo is there, including those from before. */
  doneCount: number
  lastError: DeskError | null = null

  constructor(id: string, done: number) {
    this.#id = id
    this.doneCount = done
  }

  /** Records a photo with all its files; the notices describe what is unusual about them. */
  done(changes: EntryChange[], notices: ExportProblem[]): void {
    this.doneCount += 1
    this.#note(changes, notices)
  }

  /** Records a photo that cannot be fetched. */
  failed(changes: EntryChange[], { problem, error }: { problem: ExportProblem; error: DeskError }): void {
    this.lastError = error
    this.#note(changes, [problem])
  }

  /** Saves the remaining changes. Throws when the disk fails. */
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
      // Unsaved changes are saved with the next ones, or by `end`, which throws.
      this.#save().catch(() => {})
    }, SAVE_EVERY_MS)
  }

  /** Saves run one after another, in the order of events. */
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
