import { CallLine } from './call-line.ts'
import { type CallWindow, openCallWindow, type TakenPlace } from './call-window.ts'
import { FairLine } from './fair-line.ts'
import {
  addTaken,
  bringUpTo,
  type Flight,
  type Ledger,
  type LedgerDesk,
  type LedgerOptions,
  type Wait,
} from './ledger.ts'
import { Reserve } from './reserve.ts'

/**
 * The state of one desk. `agoMs`: milliseconds before the moment at which the report is read; negative for later
 * events.
 */
export type Report = {
  desk: string
  /** All calls in flight. A flight that is only in the ledger was never sent. */
  flights: Flight[]
  /** Answered calls that the ledger still counts as flights. */
  answered: (Flight & { agoMs: number })[]
  /** True when the answers must be written now. */
  isDue: boolean
  /** All waiting calls. `last`: the person announces no further calls. */
  waits: (Omit<Wait, 'since'> & { agoMs: number; last: boolean })[]
  /** True while an export or import has calls to make. */
  hasBatch: boolean
  /** Milliseconds for which the service asked for no calls. */
  pauseMs: number
}

export type Decision = {
  ledger: Ledger
  /** Waiting calls that have a place now. Each becomes a flight of the same id. */
  granted: number[]
  /** Waiting calls of people who would wait too long. */
  refused: { id: number; waitMs: number }[]
  /** Desks that should read the ledger now, because it is their turn. */
  wake: string[]
  /** The next moment at which a waiting call may get a place; null when none waits or none is known. */
  nextAt: number | null
  /** True when the ledger must be written. A desk that only reads must not make others read. */
  isChanged: boolean
}

type Moment = { now: number; options: LedgerOptions }
type Waiter = Wait & { desk: string }

/** Leases and turns are prolonged when less than this share of them is left. */
const PROLONG_SHARE = 0.7

/**
 * Decides which waiting calls a desk may start now, given the last report of every desk. Places that are another desk's
 * turn stay free while that desk is alive. Pure: the same ledger, report and moment give the same decision. See
 * docs/decisions/045-one-budget-for-all-desks.md.
 */
export function decideGrants(found: Ledger, report: Report, { now, options }: Moment): Decision {
  const before = bringUpTo(found, now, options)
  const own = before.desks[report.desk]
  const ledger = enter(before, report, { now, options })
  const { line, window, reserve, people } = openLine(ledger, options)

  const theirs = listWaitsOfOthers(ledger, report.desk, now)
  const known = new Map(own?.waits.map(({ id, since }) => [id, since]))
  const isKnown = ({ desk, id }: Waiter) => desk !== report.desk || known.has(id)
  const ours = toWaiters(report, known, now)
  const waiters = [...theirs, ...ours]
  const refused: Decision['refused'] = []
  const isLast = new Set(report.waits.filter(({ last }) => last).map(({ id }) => id))
  for (const waiter of inTurn(waiters.filter(isKnown), ledger.turns.order)) {
    const waitMs = ledger.pausedUntil - now
    if (waiter.desk === report.desk && isPerson(waiter) && waitMs > options.interactiveWaitMs)
      refused.push({ id: waiter.id, waitMs })
    else line.add(waiter.lane, waiter, waiter)
  }
  for (const waiter of inTurn(
    waiters.filter(waiter => !isKnown(waiter)),
    [],
  )) {
    const waitMs = isPerson(waiter) ? line.roomAt(now, waiter) - now : 0
    if (waitMs > options.interactiveWaitMs) refused.push({ id: waiter.id, waitMs })
    else {
      if (isPerson(waiter)) reserve.noteCall(waiter.person, now, { last: isLast.has(waiter.id) })
      line.add(waiter.lane, waiter, waiter)
    }
  }

  const order = people.order
  const granted: Flight[] = []
  const passed: Waiter[] = []
  const hasBatch = Object.values(ledger.desks).some(desk => desk.hasBatch)
  line.serve(now, hasBatch, (waiter, person) => {
    window.begin(person)
    if (waiter.desk === report.desk) granted.push({ id: waiter.id, person })
    else passed.push(waiter)
  })

  const ended = new Set([...granted, ...refused].map(({ id }) => id))
  const left = ours.filter(({ id }) => !ended.has(id))
  const next = withDesk(ledger, report, {
    flights: [...report.flights, ...granted],
    waits: keepOldest(left, options.limit),
    until: now + options.leaseMs,
    waitsUntil: now + options.turnMs,
  })
  const served = people.served.filter(
    person => !passed.some(waiter => waiter.person === person && isPerson(waiter)),
  )
  const turns = { order: toOrder(order, granted, [...theirs, ...left]), served }
  return {
    ledger: { ...next, activeUntil: reserve.activeUntil(now), turns },
    granted: granted.map(({ id }) => id),
    refused,
    wake: [...new Set(passed.map(({ desk }) => desk))],
    nextAt: left.length > 0 ? line.nextChangeAt(now) : null,
    isChanged:
      granted.length > 0 ||
      report.isDue ||
      next.pausedUntil > before.pausedUntil ||
      mustOthersKnow(own, next.desks[report.desk], { report, now, options }),
  }
}

/** Returns the line that one more call of the reporting desk would find. */
export function previewLine(found: Ledger, report: Report, { now, options }: Moment): CallLine<Waiter> {
  const ledger = enter(bringUpTo(found, now, options), report, { now, options })
  const { line } = openLine(ledger, options)
  const waiters = [...listWaitsOfOthers(ledger, report.desk, now), ...toWaiters(report, new Map(), now)]
  for (const waiter of inTurn(waiters, ledger.turns.order)) line.add(waiter.lane, waiter, waiter)
  return line
}

function openLine(ledger: Ledger, options: LedgerOptions) {
  const window = toWindow(ledger, options)
  const reserve = new Reserve(options, Object.entries(ledger.activeUntil))
  const people = new FairLine<Waiter>(ledger.turns.served)
  const line = new CallLine<Waiter>(options, { window, reserve, people })
  line.pausedUntil = ledger.pausedUntil
  return { line, window, reserve, people }
}

/** Enters the answers, the pause and the flights of the reporting desk. */
function enter(ledger: Ledger, report: Report, { now, options }: Moment): Ledger {
  const { desk, flights, hasBatch, answered, pauseMs } = report
  const taken = answered
    .map(({ person, agoMs }) => ({ person, freeAt: now - agoMs + options.windowMs }))
    .filter(({ freeAt }) => freeAt > now)
    .reduce((all, call) => addTaken(all, call, options), ledger.taken)
  const pausedUntil = Math.max(ledger.pausedUntil, pauseMs > 0 ? now + pauseMs : 0)
  const entry = { flights, hasBatch, waits: [], until: now + options.leaseMs, waitsUntil: now }
  return { ...ledger, taken, pausedUntil, desks: { ...ledger.desks, [desk]: entry } }
}

/** Replaces the entry of the reporting desk. An idle desk has none. */
function withDesk(
  ledger: Ledger,
  { desk, hasBatch }: Report,
  entry: Omit<Ledger['desks'][string], 'hasBatch'>,
): Ledger {
  const { [desk]: _, ...others } = ledger.desks
  const isIdle = entry.flights.length === 0 && entry.waits.length === 0 && !hasBatch
  return { ...ledger, desks: isIdle ? others : { ...others, [desk]: { ...entry, hasBatch } } }
}

/**
 * True when other desks must know of a change: a call taken back, the first that waits in a lane, a batch, or a lease
 * that must be prolonged. Any other change is written with the next of these.
 */
function mustOthersKnow(
  before: LedgerDesk | undefined,
  next: LedgerDesk | undefined,
  { report, now, options }: Moment & { report: Report },
): boolean {
  if (!before || !next) return next !== undefined || (before !== undefined && report.answered.length === 0)
  const known = new Set([...report.flights, ...report.answered, ...report.waits].map(({ id }) => id))
  const lanesOf = ({ waits }: LedgerDesk) => new Set(waits.map(({ lane }) => lane))
  return (
    before.hasBatch !== next.hasBatch ||
    [...before.flights, ...before.waits].some(({ id }) => !known.has(id)) ||
    next.waits.some(wait => isPerson(wait) && !before.waits.some(({ id }) => id === wait.id)) ||
    [...lanesOf(next)].some(lane => !lanesOf(before).has(lane)) ||
    before.until - now < options.leaseMs * PROLONG_SHARE ||
    before.waitsUntil - now < options.turnMs * PROLONG_SHARE
  )
}

function toWindow({ taken, desks }: Ledger, options: LedgerOptions): CallWindow {
  const flights = Object.values(desks).flatMap(desk => desk.flights)
  return openCallWindow(options, {
    taken: taken.flatMap(({ person, freeAt, calls }) => Array<TakenPlace>(calls).fill({ person, freeAt })),
    inFlight: flights.map(({ person }) => person),
  })
}

function listWaitsOfOthers({ desks }: Ledger, own: string, now: number): Waiter[] {
  return Object.entries(desks)
    .filter(([desk, { waitsUntil }]) => desk !== own && waitsUntil > now)
    .flatMap(([desk, { waits }]) => waits.map(wait => ({ ...wait, desk })))
}

/** Converts reported waits. The ledger's `since` of a known wait stays: all desks must agree whose turn it is. */
function toWaiters({ desk, waits }: Report, known: ReadonlyMap<number, number>, now: number): Waiter[] {
  return waits.map(({ id, lane, person, changes, agoMs }) => {
    const since = known.get(id) ?? Math.round(now - agoMs)
    return { id, lane, person, changes, since, desk }
  })
}

function isPerson({ lane }: Wait): boolean {
  return lane === 'interactive'
}

/**
 * Sorts people by their last call, and the calls of one person and of all batches by age, whichever desk they wait at.
 */
function inTurn(waiters: Waiter[], order: string[]): Waiter[] {
  const places = new Map(order.map((person, place) => [person, place]))
  const placeOf = (waiter: Waiter) => (isPerson(waiter) ? (places.get(waiter.person) ?? order.length) : 0)
  return waiters.toSorted((a, b) => placeOf(a) - placeOf(b) || byAge(a, b))
}

function byAge(a: Waiter, b: Waiter): number {
  return a.since - b.since || (a.desk < b.desk ? -1 : a.desk > b.desk ? 1 : a.id - b.id)
}

/** Keeps all calls of people, and as many batch calls as could start at once. Other desks need no more. */
function keepOldest(waiters: Waiter[], limit: number): Wait[] {
  const people = waiters.filter(isPerson)
  const lanes = ['background', 'idle'].map(lane =>
    waiters
      .filter(waiter => waiter.lane === lane)
      .toSorted(byAge)
      .slice(0, limit),
  )
  return [...people, ...lanes.flat()].map(({ desk: _, ...wait }) => wait)
}

/** Moves people who had a call to the end, and drops people who no longer wait. */
function toOrder(order: string[], granted: Flight[], left: Waiter[]): string[] {
  const waits = new Set(left.filter(isPerson).map(({ person }) => person))
  const had = granted.map(({ person }) => person).filter(person => person !== null)
  const lastFirst = [...new Set(had.toReversed())]
  return [...order.filter(person => !had.includes(person)), ...lastFirst.toReversed()].filter(person =>
    waits.has(person),
  )
}
