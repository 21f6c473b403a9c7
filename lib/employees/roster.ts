import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import type { Lane } from '#lib/portrait-api/call-line.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { type Employee, PER_PAGE_MAX } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'
import { hearEverybody, hearWithdrawn } from './departures.ts'
import { getRosters, type Held, isOf, rosterKey } from './held-rosters.ts'
import { PageReaders, readAllPages } from './read-all-pages.ts'
import { prepareSearch } from './search/find-people.ts'
import { inheritOrders, prepareOrders } from './sort-people.ts'

/** A roster that is looked at is read again when it is older than this. */
const REFRESH_MS = 60_000
/** Who only looks does not begin again at once what has just failed: it may be 25 calls. */
const AFTER_FAILURE_MS = 5_000
/** Projects whose people are held at once, over all keys; the one unused longest goes first. */
const ROSTERS_MAX = 24

/** All employees of one project, by id. `loaded` of `total` tells how far the first load is. */
export type Roster = {
  /** The same array for as long as nobody in it changes. */
  employees: readonly Employee[]
  loaded: number
  total: number | null
  complete: boolean
  /** Whether they are being read, for the first time or anew. */
  reading: boolean
  /** What they say is at least as new as this (ms since 1970); null until everybody was read once. */
  asOf: number | null
  /** Records of people that could not be read at all. */
  unreadable: number
  /** Why the last reading did not come to its end. */
  failure: DeskError | null
}

/** `maxAgeMs`: how old it may be (default a minute). `lane`: in which a reading waits. */
type RosterOptions = { maxAgeMs?: number; lane?: Lane }

/**
 * What is known of a project's people right now. Starts reading them when they are unknown or old, and does not wait
 * for it: the caller sees how far it is. One reading serves everybody who shares the key.
 * See docs/decisions/014-people-in-memory.md.
 */
export function peekRoster(
  client: PortraitClient,
  projectId: number,
  { maxAgeMs = REFRESH_MS, lane = 'background' }: RosterOptions = {},
): Roster {
  const held = hold(client, projectId)
  // Whoever wanted it read anew had a reason, and is told that it is old for as long as nobody could.
  const isOld = held.failed !== null || held.readAt === null || performance.now() - held.readAt > maxAgeMs
  const hasJustFailed = held.failed !== null && performance.now() - held.failed.at < AFTER_FAILURE_MS
  if (isOld && !hasJustFailed && !held.reading) void read(client, projectId, held, lane).catch(() => {})
  return toRoster(held)
}

/** Whether everybody of a project is known, however long ago they were read. Reads nothing. */
export function hasRoster(client: PortraitClient, projectId: number): boolean {
  return (getRosters().get(rosterKey(client, projectId))?.readAt ?? null) !== null
}

/** Whether one more roster can be held without another one going for it. */
export function hasRoomForRoster(client: PortraitClient, projectId: number): boolean {
  const rosters = getRosters()
  return rosters.size < ROSTERS_MAX || rosters.has(rosterKey(client, projectId))
}

/** The people of a project when they are known well enough, else null. Reads nothing, and keeps no roster from going. */
export function findRoster(
  client: PortraitClient,
  projectId: number,
  { maxAgeMs = REFRESH_MS }: RosterOptions = {},
): readonly Employee[] | null {
  const held = getRosters().get(rosterKey(client, projectId))
  if (!held || held.readAt === null || performance.now() - held.readAt > maxAgeMs) return null
  return toList(held)
}

/** All people of a project, complete. Waits for a reading that is under way, and reads again when it is too old. */
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
 * Reads everybody anew for a person who asks for it and waits. Whoever has used more than a little of the limit gets
 * what every answer may be: as old as `PORTRAIT_API_CACHE_MS`.
 */
export async function refreshRoster(client: PortraitClient, projectId: number): Promise<void> {
  const maxAgeMs = client.mayRefresh() ? 0 : getEnv().portraitApiCacheMs
  await loadRoster(client, projectId, { maxAgeMs, lane: 'interactive' })
}

/**
 * Waits until the roster that this person is in is no older than a minute, when there is one: one reading of everybody
 * instead of one call for each of them. Who is in none is not looked for.
 */
export async function refreshRosterOf(client: PortraitClient, employeeId: number): Promise<void> {
  const rosters = [...getRosters()].filter(([key, { people }]) => isOf(client, key) && people.has(employeeId))
  // A look at a roster moves it to the end of those that are held: who went through them meanwhile would never arrive.
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
        await hearWithdrawn(client, [...held.people.values()])
        void hearEverybody({ client, projectId, people: held.people, before })
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
 * These people, but of whom nothing has changed the record that is held already: what was worked out for it (its
 * folded texts for the search) stays true and need not be worked out again.
 */
function keepEqual(held: ReadonlyMap<number, Employee>, read: readonly Employee[]): Employee[] {
  return read.map(employee => {
    const known = held.get(employee.id)
    return known && isDeepStrictEqual(known, employee) ? known : employee
  })
}
