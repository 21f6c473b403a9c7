import type { CHANGEABLE_FIELDS } from './changeable-fields.ts'
import type { Employee, ImageSize, Project } from './contract.ts'

/**
 * Milliseconds for which records of a person, a photo or the sizes count as current; after that the service is asked
 * again.
 */
export const SEEN_MS = 2 * 60_000
/** Maximum number of people per key; the one seen longest ago is dropped first. */
const RECORDS_MAX = 50_000

/** Times in ms of the monotonic clock: when the answer arrived, and when its call was sent. */
type RecentRecord = { employee: Employee; seenAt: number; sentAt: number; written: Written | null }

/** The fields of the desk's own last write, and when the service answered it. */
type Written = { texts: Pick<Employee, (typeof CHANGEABLE_FIELDS)[number]>; at: number }

type Seeing = { sentAt?: number; seenAt?: number; isWrite?: boolean }

/**
 * The last records that the service showed one key. A stored photo is handed out only to a key that was recently shown
 * that exact version. So a withdrawn approval is noticed without a call per photo. The values before a change are also
 * known without a call. See docs/decisions/013-who-may-see-a-photo.md.
 */
export class RecentRecords {
  readonly #seen = new Map<number, RecentRecord>()
  #sizes: { sizes: ImageSize[]; sentAt: number } | null = null
  #projects: { projects: Project[]; sentAt: number } | null = null

  /**
   * Records an employee. Returns false for an answer whose call was sent before that of the known one: it is outdated.
   * The answer to a write (`isWrite`) is the exception: its writable fields are newer than any read sent before it was
   * answered, because the service may have read first.
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

  /** When the call was sent that last showed the employee (ms, monotonic); null when none has. */
  sentAt(employeeId: number): number | null {
    return this.#seen.get(employeeId)?.sentAt ?? null
  }

  /** The employee as last shown by the service, at most `maxAgeMs` ago if given; null when not shown. */
  lastSeen(employeeId: number, maxAgeMs = Number.POSITIVE_INFINITY): Employee | null {
    const record = this.#seen.get(employeeId)
    return record && performance.now() - record.seenAt <= maxAgeMs ? record.employee : null
  }

  seeSizes(sizes: ImageSize[], sentAt: number): void {
    if (!this.#sizes || this.#sizes.sentAt <= sentAt) this.#sizes = { sizes, sentAt }
  }

  /** The configured sizes when they were requested at this moment (ms, monotonic) or later; else null. */
  recallSizes(since: number): ImageSize[] | null {
    return this.#sizes && this.#sizes.sentAt >= since ? this.#sizes.sizes : null
  }

  seeProjects(projects: Project[], sentAt: number): void {
    if (!this.#projects || this.#projects.sentAt <= sentAt) this.#projects = { projects, sentAt }
  }

  /** The project as last listed by the service, at most two minutes ago; null when it was not listed. */
  lastProject(projectId: number): Project | null {
    if (!this.#projects || performance.now() - this.#projects.sentAt > SEEN_MS) return null
    return this.#projects.projects.find(({ id }) => id === projectId) ?? null
  }

  /** All projects as last listed by the service, at any time; null before the first list. */
  lastProjects(): Project[] | null {
    return this.#projects?.projects ?? null
  }

  /** When that list was requested, as an ISO time; null before the first list. */
  projectsAsOf(): string | null {
    if (!this.#projects) return null
    return new Date(Date.now() - (performance.now() - this.#projects.sentAt)).toISOString()
  }

  forget(employeeId: number): void {
    this.#seen.delete(employeeId)
  }

  /** Resets everything, as for a new key. */
  forgetAll(): void {
    this.#seen.clear()
    this.#sizes = null
    this.#projects = null
  }
}

function toTexts({ mitarbeiternummer, first_name, last_name, email, locale }: Employee): Written['texts'] {
  return { mitarbeiternummer, first_name, last_name, email, locale }
}
