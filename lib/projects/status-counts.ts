import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { findRoster } from '#lib/employees/roster.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, Project, ProjectStatus } from '#lib/portrait-api/contract.ts'
import { toKnownProjectStatus } from '#lib/portrait-api/terms.ts'
import { singleton } from '#lib/singleton.ts'
import type { ProjectStatusCounts, StatusCounts } from './contract.ts'
import { countStatuses, tally } from './count-statuses.ts'
import { isFinished } from './sort-projects.ts'

const MINUTE_MS = 60_000
/**
 * How long a count stays valid while no employee is added or removed; photos arrive in active projects, rarely in
 * others.
 */
const KEEP_MS: Record<ProjectStatus, number> = {
  active: 10 * MINUTE_MS,
  draft: 60 * MINUTE_MS,
  completed: 60 * MINUTE_MS,
  archived: 60 * MINUTE_MS,
}
/** Extra age that a roster may have when it is counted. */
const READ_BEFORE_COUNT_MS = 60_000
const AFTER_FAILURE_MS = 30_000
/** How long a page shows its skeleton while a desk that has just started counts for the first time. */
const FIRST_COUNTS_MS = 1_500

type Held = {
  counts: StatusCounts | null
  /** `employees_count` of the project when it was counted: it reflects every create and delete, ours or not. */
  people: number | null
  /** When to count again at the latest (ms, monotonic). */
  until: number
  counting: boolean
}

/**
 * Returns the status counts known so far. A project whose roster is in use costs nothing. Unknown or outdated counts
 * are refreshed afterwards, one project at a time, once for all users of the key; the caller never waits. See
 * docs/decisions/014-people-in-memory.md.
 */
export function peekStatusCounts(client: PortraitClient, projects: readonly Project[]): ProjectStatusCounts {
  const statusCounts: ProjectStatusCounts = { counts: {}, complete: true }
  for (const project of projects) {
    const held = hold(client, project)
    const people = findCounted(client, project)
    if (people) held.counts = tally(people)
    if (findRoster(client, project.id)) keep(held, project)
    else if (isDue(held, project)) enqueue(client, project, held)
    if (held.counting) statusCounts.complete = false
    if (held.counts) statusCounts.counts[project.id] = held.counts
  }
  return statusCounts
}

/**
 * Waits until every unfinished project has been counted once, but no longer than a page can wait: sorting by urgency
 * needs the counts. It waits neither for a second count nor for a retry after a failure.
 */
export async function untilCountedOnce(client: PortraitClient, projects: readonly Project[]): Promise<void> {
  const uncounted = projects.filter(project => !isFinished(project) && !hold(client, project).counts)
  peekStatusCounts(client, uncounted)
  if (uncounted.some(project => hold(client, project).counting))
    await Promise.race([toLine(client), wait(FIRST_COUNTS_MS)])
}

function wait(ms: number): Promise<void> {
  return new Promise(resolve => void setTimeout(resolve, ms).unref())
}

/**
 * Returns the employees on which a project's numbers are based, both for its bar and for its tasks. They include
 * changes made by the desk since they were read.
 */
export function findCounted(client: PortraitClient, project: Project): readonly Employee[] | null {
  return findRoster(client, project.id, { maxAgeMs: toKeepMs(project) + READ_BEFORE_COUNT_MS })
}

function isDue({ counting, people, until }: Held, project: Project): boolean {
  return !counting && (people !== project.employees_count || until <= performance.now())
}

/**
 * Queues the count after those already queued for this key: bars fill one by one, and never flood the request queue.
 */
function enqueue(client: PortraitClient, project: Project, held: Held): void {
  held.counting = true
  const counted = toLine(client).then(() => count(client, project, held))
  getLines().set(client.keyFingerprint, counted)
}

/** Resolves when all counts queued for this key are done. */
function toLine({ keyFingerprint }: PortraitClient): Promise<void> {
  return getLines().get(keyFingerprint) ?? Promise.resolve()
}

function getLines(): Map<string, Promise<void>> {
  return singleton('status-count-queues', () => new Map<string, Promise<void>>())
}

async function count(client: PortraitClient, project: Project, held: Held): Promise<void> {
  try {
    held.counts = await countStatuses(client, project)
    keep(held, project)
  } catch (error) {
    held.people = project.employees_count
    held.until = performance.now() + AFTER_FAILURE_MS
    log('warn', 'statuses_not_counted', { project: project.id, ...describeError(error) })
  } finally {
    held.counting = false
  }
}

function keep(held: Held, project: Project): void {
  held.people = project.employees_count
  held.until = performance.now() + toKeepMs(project)
}

/** How long a project's count is shown before it is refreshed. */
function toKeepMs({ status }: Project): number {
  return KEEP_MS[toKnownProjectStatus(status) ?? 'active']
}

function hold(client: PortraitClient, project: Project): Held {
  const all = singleton('status-counts', () => new Map<string, Held>())
  const key = `${client.keyFingerprint}/${project.id}`
  const held = all.get(key) ?? { counts: null, people: -1, until: 0, counting: false }
  all.set(key, held)
  return held
}
