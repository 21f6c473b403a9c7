import type { CHANGEABLE_FIELDS } from './changeable-fields.ts'
import type { Employee, ImageSize, Project } from './contract.ts'

/** What a key was told about a person, a photo or the sizes counts for so long; after that the service is asked again. */
export const SEEN_MS = 2 * 60_000
/** People remembered for one key; the one seen longest ago is forgotten first. */
const RECORDS_MAX = 50_000

/** Times in ms of the monotonic clock: when the answer came, and when its call was sent. */
type RecentRecord = { employee: Employee; seenAt: number; sentAt: number; written: Written | null }

/** What the desk itself has written last, and when the service had answered that. */
type Written = { texts: Pick<Employee, (typeof CHANGEABLE_FIELDS)[number]>; at: number }

type Seeing = { sentAt?: number; seenAt?: number; isWrite?: boolean }

/**
 * What the service has lately told one key about each person. A stored photo is handed out only to a key that has just
 * been shown that very version, so a withdrawn approval is noticed without a call for each photo; and what a person
 * was like before a change is known without a call for each change. See docs/decisions/013-who-may-see-a-photo.md.
 */
export class RecentRecords {
  readonly #seen = new Map<number, RecentRecord>()
  #sizes: { sizes: ImageSize[]; sentAt: number } | null = null
  #projects: { projects: Project[]; sentAt: number } | null = null

  /**
   * An answer that was asked for before one that has arrived already tells nothing new: false then. Only that a write was
   * answered (`isWrite`) is newer, in what can be written, than any read that was sent before: the service may have read
   * first.
   */
  see(
    employee: Employee,
    { sentAt = performance.now(), seenAt = performance.now(), isWrite = false }: Seeing = {},
  ): boolean {
    const known = this.#seen.get(employee.id)
    const isOlder = known !== undefined && known.sentAt > sentAt
    if (isOlder && !isWrite) return false
    const written = isWrite ? { texts: toTexts(employee), at: seenAt } : (known?.written ?? null)
    const newest = isOlder ? known : { employee, seenAt, sentAt }
    const isBefore = written !== null && newest.sentAt < written.at
    this.#seen.delete(employee.id)
    this.#seen.set(employee.id, {
      ...newest,
      employee: isBefore ? { ...newest.employee, ...written.texts } : newest.employee,
      written,
    })
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= RECORDS_MAX) break
      this.#seen.delete(oldest)
    }
    return true
  }

  /** When the call was sent that showed the person last (ms, monotonic); null when none has. */
  sentAt(employeeId: number): number | null {
    return this.#seen.get(employeeId)?.sentAt ?? null
  }

  /** The person as the service showed them last, however long ago or at most `maxAgeMs`; null when it did not. */
  lastSeen(employeeId: number, maxAgeMs = Number.POSITIVE_INFINITY): Employee | null {
    const record = this.#seen.get(employeeId)
    return record && performance.now() - record.seenAt <= maxAgeMs ? record.employee : null
  }

  seeSizes(sizes: ImageSize[], sentAt: number): void {
    if (!this.#sizes || this.#sizes.sentAt <= sentAt) this.#sizes = { sizes, sentAt }
  }

  /** The configured sizes, when they were asked for at this moment (ms, monotonic) or later; else null. */
  recallSizes(since: number): ImageSize[] | null {
    return this.#sizes && this.#sizes.sentAt >= since ? this.#sizes.sizes : null
  }

  seeProjects(projects: Project[], sentAt: number): void {
    if (!this.#projects || this.#projects.sentAt <= sentAt) this.#projects = { projects, sentAt }
  }

  /** The project as the service listed it last, at most two minutes ago; null when it did not. */
  lastProject(projectId: number): Project | null {
    if (!this.#projects || performance.now() - this.#projects.sentAt > SEEN_MS) return null
    return this.#projects.projects.find(({ id }) => id === projectId) ?? null
  }

  /** All projects as the service listed them last, however long ago; null when it did not. */
  lastProjects(): Project[] | null {
    return this.#projects?.projects ?? null
  }

  /** When the service was asked for those, as an ISO time; null when it did not answer yet. */
  projectsAsOf(): string | null {
    if (!this.#projects) return null
    return new Date(Date.now() - (performance.now() - this.#projects.sentAt)).toISOString()
  }

  forget(employeeId: number): void {
    this.#seen.delete(employeeId)
  }

  /** As if the key had been told nothing yet. */
  forgetAll(): void {
    this.#seen.clear()
    this.#sizes = null
    this.#projects = null
  }
}

function toTexts({ mitarbeiternummer, first_name, last_name, email, locale }: Employee): Written['texts'] {
  return { mitarbeiternummer, first_name, last_name, email, locale }
}
