import { CallLine } from './call-line.ts'
import { type CallWindow, openCallWindow } from './call-window.ts'
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

/** What a desk tells of itself. `agoMs`: so long before the moment at which it is read; negative for what came after. */
export type Report = {
  desk: string
  /** All calls that it has on their way; what the ledger thinks it has beside them never was. */
  flights: Flight[]
  /** Calls that were answered and are not in the ledger as such yet; and whether it is time to write that down. */
  answered: (Flight & { agoMs: number })[]
  mustTell: boolean
  /** All calls that wait. `last`: their person announces no further ones. */
  waits: (Omit<Wait, 'since'> & { agoMs: number; last: boolean })[]
  /** Whether it has calls of an export or import to make. */
  hasBatch: boolean
  /** For so long the service has asked for no call. */
  pauseMs: number
}

export type Settled = {
  ledger: Ledger
  /** The waits that have their place now: on their way, under the same number. */
  granted: number[]
  /** People who would wait too long. */
  refused: { id: number; waitMs: number }[]
  /** Desks whose turn it is: they should look. */
  wake: string[]
  /** When something can change for what waits; null when nothing does, or nobody can say. */
  nextAt: number | null
  /** Whether there is anything to write down: whoever has only looked must not make others look again. */
  isChanged: boolean
}

type Waiter = Wait & { desk: string }

/** With less than this left of it, time is prolonged. */
const PROLONG_SHARE = 0.7

/**
 * What a desk may do now, by what all desks have told. It is given the places whose turn is its own, by the same rules as
 * one desk alone (`call-line.ts`); those whose turn is another desk's it leaves free for as long as that one is heard of.
 * Pure: the same ledger, report and moment make the same answer. See docs/decisions/045-one-budget-for-all-desks.md.
 */
export function settle(
  found: Ledger,
  report: Report,
  { now, options }: { now: number; options: LedgerOptions },
): Settled {
  const before = bringUpTo(found, now, options)
  const own = before.desks[report.desk]
  const ledger = enter(before, report, { now, options })
  const window = toWindow(ledger, options)
  const reserve = new Reserve(options, Object.entries(ledger.activeUntil))
  const people = new FairLine<Waiter>(ledger.turns.served)
  const line = new CallLine<Waiter>(options, { window, reserve, people })
  line.pausedUntil = ledger.pausedUntil

  const theirs = othersWaits(ledger, report.desk, now)
  const known = new Map(own?.waits.map(({ id, since }) => [id, since]))
  const isKnown = ({ desk, id }: Waiter) => desk !== report.desk || known.has(id)
  const ours = toWaiters(report, known, now)
  const waiters = [...theirs, ...ours]
  const refused: Settled['refused'] = []
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

  const over = new Set([...granted, ...refused].map(({ id }) => id))
  const left = ours.filter(({ id }) => !over.has(id))
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
      report.mustTell ||
      next.pausedUntil > before.pausedUntil ||
      isNews(own, next.desks[report.desk], { report, now, options }),
  }
}

/** The line as it would be for one more call: what is free, and when. */
export function lookAt(found: Ledger, now: number, options: LedgerOptions): CallLine<Waiter> {
  const ledger = bringUpTo(found, now, options)
  const reserve = new Reserve(options, Object.entries(ledger.activeUntil))
  const line = new CallLine<Waiter>(options, { window: toWindow(ledger, options), reserve })
  line.pausedUntil = ledger.pausedUntil
  return line
}

/** What the desk tells of the past, and what it has on its way. */
function enter(
  ledger: Ledger,
  report: Report,
  { now, options }: { now: number; options: LedgerOptions },
): Ledger {
  const { desk, flights, hasBatch, answered, pauseMs } = report
  const taken = answered
    .map(({ person, agoMs }) => ({ person, freeAt: now - agoMs + options.windowMs }))
    .filter(({ freeAt }) => freeAt > now)
    .reduce((all, call) => addTaken(all, call, options), ledger.taken)
  const pausedUntil = Math.max(ledger.pausedUntil, pauseMs > 0 ? now + pauseMs : 0)
  const entry = { flights, hasBatch, waits: [], until: now + options.leaseMs, waitsUntil: now }
  return { ...ledger, taken, pausedUntil, desks: { ...ledger.desks, [desk]: entry } }
}

/** A desk that has nothing to do stands in no ledger. */
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
 * Whether others have to know: of calls that are taken back, of the first that waits in a lane, of a batch; or the desk's time
 * must be prolonged. Everything else is told with the next thing that is.
 */
function isNews(
  before: LedgerDesk | undefined,
  next: LedgerDesk | undefined,
  { report, now, options }: { report: Report; now: number; options: LedgerOptions },
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
    taken: taken.flatMap(({ person, freeAt, calls }) =>
      Array.from({ length: calls }, () => ({ person, freeAt })),
    ),
    inFlight: flights.map(({ person }) => ({ person, recorded: null })),
  })
}

function othersWaits({ desks }: Ledger, own: string, now: number): Waiter[] {
  return Object.entries(desks)
    .filter(([desk, { waitsUntil }]) => desk !== own && waitsUntil > now)
    .flatMap(([desk, { waits }]) => waits.map(wait => ({ ...wait, desk })))
}

/** Since when they wait is reckoned once: all desks have to agree whose turn it is. */
function toWaiters({ desk, waits }: Report, known: ReadonlyMap<number, number>, now: number): Waiter[] {
  return waits.map(({ id, lane, person, changes, agoMs }) => {
    const since = known.get(id) ?? Math.round(now - agoMs)
    return { id, lane, person, changes, since, desk }
  })
}

function isPerson({ lane }: Wait): boolean {
  return lane === 'interactive'
}

/** People by their last call; of one person, and of all batches, what has waited longest, at whichever desk. */
function inTurn(waiters: Waiter[], order: string[]): Waiter[] {
  const places = new Map(order.map((person, place) => [person, place]))
  const placeOf = (waiter: Waiter) => (isPerson(waiter) ? (places.get(waiter.person) ?? order.length) : 0)
  return waiters.toSorted((a, b) => placeOf(a) - placeOf(b) || byAge(a, b))
}

function byAge(a: Waiter, b: Waiter): number {
  return a.since - b.since || (a.desk < b.desk ? -1 : a.desk > b.desk ? 1 : a.id - b.id)
}

/** Nobody has to know of more batch calls than could begin at once. People are never cut short. */
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

/** Whoever had a call goes to the end; whoever waits no more is forgotten. */
function toOrder(order: string[], granted: Flight[], left: Waiter[]): string[] {
  const waits = new Set(left.filter(isPerson).map(({ person }) => person))
  const had = granted.map(({ person }) => person).filter(person => person !== null)
  const lastFirst = [...new Set(had.toReversed())]
  return [...order.filter(person => !had.includes(person)), ...lastFirst.toReversed()].filter(person =>
    waits.has(person),
  )
}
