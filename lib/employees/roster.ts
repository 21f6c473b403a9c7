import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import type { Lane } from '#lib/portrait-api/call-line.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { type Employee, PER_PAGE_MAX } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'
import { handleCompleteList, handleWithdrawnApprovals } from './departures.ts'
import { getRosters, type Held, isOf, rosterKey } from './held-rosters.ts'
import { PageReaders, readAllPages } from './read-all-pages.ts'
import { prepareSearch } from './search/find-people.ts'
import { inheritOrders, prepareOrders } from './sort-people.ts'

/** Maximum age of a roster in use, in ms; an older one is read again. */
const REFRESH_MS = 60_000
/** Milliseconds before a failed reading is repeated by viewers: it may cost 25 calls. */
const AFTER_FAILURE_MS = 5_000
/** Maximum number of rosters in memory, for all keys; the least recently used is dropped first. */
const ROSTERS_MAX = 24

/** All employees of one project, by id. `loaded` of `total` is the progress of the first load. */
export type Roster = {
  /** The same array until an employee in it changes. */
  employees: readonly Employee[]
  loaded: number
  total: number | null
  complete: boolean
  /** True while the employees are being read, for the first time or again. */
  reading: boolean
  /** The data is at least as new as this (ms since 1970); null until the first reading is complete. */
  asOf: number | null
  /** Number of employee records that could not be read at all. */
  unreadable: number
  /** Why the last reading failed. */
  failure: DeskError | null
}

/** `maxAgeMs`: maximum age (default a minute). `lane`: the lane of a reading's calls. */
type RosterOptions = { maxAgeMs?: number; lane?: Lane }

/**
 * Returns the current state of a roster. Starts a reading when the employees are unknown or outdated, without waiting
 * for it: the caller sees its progress. One reading serves all users of the key. See
 * docs/decisions/014-people-in-memory.md.
 */
export function peekRoster(
  client: PortraitClient,
  projectId: number,
  { maxAgeMs = REFRESH_MS, lane = 'background' }: RosterOptions = {},
): Roster {
  const held = hold(client, projectId)
  // After a failed reading the roster counts as old until a reading succeeds.
  const isOld = held.failed !== null || held.readAt === null || performance.now() - held.readAt > maxAgeMs
  const hasJustFailed = held.failed !== null && performance.now() - held.failed.at < AFTER_FAILURE_MS
  if (isOld && !hasJustFailed && !held.reading) void read(client, projectId, held, lane).catch(() => {})
  return toRoster(held)
}

/** True when all employees of a project are loaded, at whatever age. Reads nothing. */
export function hasRoster(client: PortraitClient, projectId: number): boolean {
  return (getRosters().get(rosterKey(client, projectId))?.readAt ?? null) !== null
}

/** True when the roster can be held in memory without dropping another one. */
export function hasRoomForRoster(client: PortraitClient, projectId: number): boolean {
  const rosters = getRosters()
  return rosters.size < ROSTERS_MAX || rosters.has(rosterKey(client, projectId))
}

/**
 * Returns a project's employees when they are loaded and recent enough, else null. Reads nothing, and does not count as
 * use of the roster.
 */
export function findRoster(
  client: PortraitClient,
  projectId: number,
  { maxAgeMs = REFRESH_MS }: RosterOptions = {},
): readonly Employee[] | null {
  const held = getRosters().get(rosterKey(client, projectId))
  if (!held || held.readAt === null || performance.now() - held.readAt > maxAgeMs) return null
  return toList(held)
}

/** Returns all employees of a project. Waits for a running reading, and reads again when the roster is too old. */
export async function loadRoster(
  client: PortraitClient,
  projectId: number,
  { maxAgeMs = REFRESH_MS, lane = 'background' }: RosterOptions = {},
): Promise<readonly Employee[]> {
  const held = hold(client, projectId)
  if (maxAgeMs === 0 && held.reading) await read(client, projectId, held, lane).catch(() => {})
  if (held.reading || held.readAt === null || performance.now() - held.readAt > maxAgeMs)
    await read(client, projectId, held, lane)
  return toList(held)
}

/**
 * Reads all employees again for a user who waits for it. A user who holds more than a share of the limit gets an answer
 * of ordinary age, `PORTRAIT_API_CACHE_MS`.
 */
export async function refreshRoster(client: PortraitClient, projectId: number): Promise<void> {
  const maxAgeMs = client.mayRefresh() ? 0 : getEnv().portraitApiCacheMs
  await loadRoster(client, projectId, { maxAgeMs, lane: 'interactive' })
}

/**
 * Waits until the roster that contains this employee is no older than a minute: one reading of the project instead of
 * one call per employee. Does nothing when no roster contains them.
 */
export async function refreshRosterOf(client: PortraitClient, employeeId: number): Promise<void> {
  const rosters = [...getRosters()].filter(([key, { people }]) => isOf(client, key) && people.has(employeeId))
  // Copied first: loading a roster moves it to the end of the map, so iterating over the map itself would never end.
  for (const [key] of rosters) await loadRoster(client, toProjectId(key)).catch(() => {})
}

function read(client: PortraitClient, projectId: number, held: Held, lane: Lane): Promise<void> {
  held.reading ??= beginReading(client, projectId, held)
  held.reading.readers.join(client, lane)
  return held.reading.done
}

function beginReading(client: PortraitClient, projectId: number, held: Held): NonNullable<Held['reading']> {
  const readers = new PageReaders(projectId)
  const beganAt = Date.now()
  const before = held.readAt === null ? [] : [...held.people.keys()]
  const done = readAll(readers, held)
    .then(
      async () => {
        held.failed = null
        held.asOf = beganAt
        await handleWithdrawnApprovals(client, [...held.people.values()])
        void handleCompleteList({ client, projectId, people: held.people, before })
      },
      thrown => {
        held.failed = { error: toDeskError(thrown), at: performance.now() }
        throw thrown
      },
    )
    .finally(() => {
      held.reading = null
      held.writes.clear()
    })
  return { done, readers }
}

async function readAll(readers: PageReaders, held: Held): Promise<void> {
  const { people, unreadable } = await readAllPages({
    async readPage(number) {
      const page = await readers.read({ per_page: PER_PAGE_MAX, page: number })
      return { ...page, data: keepEqual(held.people, page.data) }
    },
    onPage(soFar, page) {
      prepareSearch(page.data)
      held.total = page.meta.total
      if (held.readAt !== null) return
      held.people = soFar.people
      held.unreadable = soFar.unreadable
      held.changed = true
      prepareOrders(toList(held))
    },
  })
  for (const [id, employee] of held.writes) {
    if (employee) people.set(id, employee)
    else people.delete(id)
  }
  held.people = new Map([...people].sort(([a], [b]) => a - b))
  held.changed = true
  held.total = people.size
  held.unreadable = unreadable
  held.readAt = performance.now()
}

function toRoster(held: Held): Roster {
  const { people, total, unreadable, readAt, asOf, reading, failed } = held
  const complete = readAt !== null
  return {
    employees: toList(held),
    loaded: people.size,
    total: complete ? people.size : total,
    complete,
    reading: reading !== null,
    asOf,
    unreadable,
    failure: failed?.error ?? null,
  }
}

function toList(held: Held): readonly Employee[] {
  if (!held.changed) return held.list
  const list = [...held.people.values()]
  inheritOrders(list, held.list)
  held.list = list
  held.changed = false
  return list
}

function hold(client: PortraitClient, projectId: number): Held {
  const rosters = getRosters()
  const key = rosterKey(client, projectId)
  const held = rosters.get(key) ?? {
    people: new Map(),
    list: [],
    changed: false,
    total: null,
    unreadable: 0,
    readAt: null,
    asOf: null,
    reading: null,
    failed: null,
    writes: new Map(),
  }
  rosters.delete(key)
  rosters.set(key, held)
  for (const oldest of rosters.keys()) {
    if (rosters.size <= ROSTERS_MAX) break
    rosters.delete(oldest)
  }
  return held
}

function toProjectId(key: string): number {
  return Number(key.slice(key.indexOf('/') + 1))
}

/**
 * Replaces read records by the equal ones in memory: data derived from those, such as the folded texts for the search,
 * is then reused.
 */
function keepEqual(held: ReadonlyMap<number, Employee>, read: readonly Employee[]): Employee[] {
  return read.map(employee => {
    const known = held.get(employee.id)
    return known && isDeepStrictEqual(known, employee) ? known : employee
  })
}
