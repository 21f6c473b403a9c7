import fc from 'fast-check'
import { expect } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { Budget } from '#lib/portrait-api/budget.ts'
import { LANES } from '#lib/portrait-api/call-line.ts'
import type { BudgetLedger } from '#lib/ports/budget-ledger.ts'
import { pass, type Trouble } from './ledger-model.ts'

export const WINDOW_MS = 1000
export const TIMES = { leaseMs: 600, turnMs: 300, pollMs: 100, unreachableMs: 200 }
/** Longest answer on days with trouble: calls of a lost desk count only until the end of its lease. */
const QUICK_MS = 200

const wish = fc.record({
  desk: fc.nat(4),
  atMs: fc.nat(4000),
  lane: fc.constantFrom(...LANES),
  person: fc.constantFrom('anna', 'berta', 'carla'),
  changes: fc.boolean(),
  last: fc.boolean(),
  answerMs: fc.oneof(fc.nat(80), fc.nat(3000)),
  leavesAfterMs: fc.option(fc.nat(3000), { freq: 3, nil: null }),
})
const pause = fc.record({ desk: fc.nat(4), atMs: fc.nat(4000), ms: fc.nat(2500) })
const stop = fc.record({ desk: fc.nat(4), atMs: fc.nat(4000), ms: fc.integer({ min: 1, max: 2500 }) })
/** The events at up to five desks in four windows, in milliseconds. */
export const day = fc.record({
  desks: fc.constantFrom(1, 2, 5),
  skews: fc.array(fc.integer({ min: -30_000, max: 30_000 }), { minLength: 5, maxLength: 5 }),
  clockMs: fc.integer({ min: -5_000, max: 2 ** 41 }),
  delays: fc.array(fc.nat(12), { minLength: 1, maxLength: 30 }),
  limit: fc.integer({ min: 1, max: 8 }),
  reserve: fc.nat(4),
  interactiveWaitMs: fc.nat(3000),
  wishes: fc.array(wish, { minLength: 1, maxLength: 40 }),
  pauses: fc.array(pause, { maxLength: 2 }),
  deaths: fc.array(fc.record({ desk: fc.nat(4), atMs: fc.nat(4000) }), { maxLength: 2 }),
  stops: fc.array(stop, { maxLength: 2 }),
  outages: fc.array(fc.record({ atMs: fc.nat(4000), ms: fc.integer({ min: 1, max: 1500 }) }), {
    maxLength: 1,
  }),
  turnsBack: fc.option(fc.record({ atMs: fc.nat(4000), ms: fc.nat(30_000) }), { nil: null }),
})

export type Day = typeof day extends fc.Arbitrary<infer Value> ? Value : never
export type Call = Day['wishes'][number] & {
  begun: number | null
  /** The moment of the answer, or of the desk's death. The service cannot count the call later. */
  over: number | null
  refused: string | null
  left: boolean
  died: boolean
  isDone: boolean
}

/** The stage of a day: a stopped clock and a model of the database, or real ones. */
type Stage = {
  /** Connects the desk of this name to the ledger. */
  connect(desk: string): { store: BudgetLedger; trouble: Trouble }
  goAway(ms: number): void
  turnClockBack(ms: number): void
  /** Lets time pass until `isOver`. */
  finish(isOver: () => boolean): Promise<void>
  times?: Partial<typeof TIMES>
  windowMs?: number
}

/** Plays a day from its first call to its last answer. */
export async function play(day: Day, stage: Stage) {
  const { desks, limit, reserve, interactiveWaitMs } = day
  const start = performance.now()
  const clock = () => performance.now() - start
  const all = Array.from({ length: desks }, (_, number) => {
    const { store, trouble } = stage.connect(`desk-${number}`)
    const { windowMs = WINDOW_MS } = stage
    const options = { limit, windowMs, reserve, activeMs: 700, interactiveWaitMs, ...TIMES, ...stage.times }
    const skew = day.skews[number] ?? 0
    const parts = { desk: `desk-${number}`, ledger: store, clock: () => performance.now() + skew }
    const budget = new Budget(options, parts)
    return { budget, trouble, diesAt: Number.POSITIVE_INFINITY }
  })
  const deskOf = (number: number) => {
    const desk = all[number % desks]
    if (!desk) throw new Error('There is no such desk.')
    return desk
  }
  for (const { desk, atMs } of day.deaths) deskOf(desk).diesAt = Math.min(deskOf(desk).diesAt, atMs)
  const isTroubled = day.outages.length + day.stops.length > 0
  const calls = day.wishes.map(
    (wish): Call => ({
      ...wish,
      begun: null,
      over: null,
      refused: null,
      left: false,
      died: false,
      isDone: false,
    }),
  )
  const run = async (call: Call) => {
    const { budget, trouble, diesAt } = deskOf(call.desk)
    const caller = new AbortController()
    if (diesAt <= call.atMs) {
      call.died = true
      return
    }
    if (call.leavesAfterMs !== null) setTimeout(() => caller.abort(new Error('left')), call.leavesAfterMs)
    try {
      const permit = await budget.acquire(call.lane, { ...call, signal: caller.signal })
      if (clock() >= diesAt) return
      call.begun = clock()
      const answerMs = isTroubled ? Math.min(call.answerMs, QUICK_MS) : call.answerMs
      call.over = Math.min(call.begun + answerMs, Math.max(call.begun, diesAt))
      await pass(answerMs)
      // A frozen desk reads the answer later.
      while (trouble.silentUntil > performance.now()) await pass(trouble.silentUntil - performance.now())
      permit.arrived()
      call.isDone = true
    } catch (error) {
      if (error instanceof DeskError) call.refused = error.code
      else call.left = true
    }
  }
  for (const call of calls) setTimeout(() => void run(call), call.atMs)
  for (const { desk, atMs, ms } of day.pauses) setTimeout(() => deskOf(desk).budget.pause(ms), atMs)
  for (const { desk, atMs, ms } of day.stops)
    setTimeout(() => {
      const { trouble } = deskOf(desk)
      trouble.silentUntil = Math.max(trouble.silentUntil, performance.now() + ms)
    }, atMs)
  for (const { trouble, diesAt } of all)
    if (Number.isFinite(diesAt))
      setTimeout(() => {
        trouble.silentUntil = Number.POSITIVE_INFINITY
      }, diesAt)
  for (const { atMs, ms } of day.outages) setTimeout(() => stage.goAway(ms), atMs)
  if (day.turnsBack) setTimeout(stage.turnClockBack, day.turnsBack.atMs, day.turnsBack.ms)
  for (const call of calls) if (Number.isFinite(deskOf(call.desk).diesAt)) call.died = true
  await stage.finish(() =>
    calls.every(call => call.died || call.refused !== null || call.left || call.isDone),
  )
  const living = all.filter(({ diesAt }) => !Number.isFinite(diesAt)).map(({ budget }) => budget)
  return { calls, living }
}

/**
 * Checks the guarantees of every day. `share`: the moment between start and answer at which the service counts a call.
 */
export function requireKept(
  day: Day,
  calls: Call[],
  { share, windowMs }: { share: number; windowMs: number },
): void {
  const made = calls.flatMap(({ begun, over }) => (begun === null || over === null ? [] : [{ begun, over }]))
  const between = made.map(({ begun, over }, index) => begun + (over - begun) * ((share * (index + 1)) % 1))
  for (const moments of [made.map(({ begun }) => begun), made.map(({ over }) => over), between])
    expect(mostInAnyWindow(moments, windowMs)).toBeLessThanOrEqual(day.limit)
  const hasTrouble = day.outages.length + day.stops.length > 0
  for (const { over, refused, left, lane, leavesAfterMs, died } of calls) {
    if (!died) expect([over !== null, refused !== null, left].filter(Boolean)).toHaveLength(1)
    if (refused !== null) expect(lane).toBe('interactive')
    if (refused === 'budget_unreachable') expect(hasTrouble).toBe(true)
    if (left) expect(leavesAfterMs).not.toBeNull()
  }
}

/** The largest number of these moments in any window. */
export function mostInAnyWindow(moments: number[], windowMs = WINDOW_MS): number {
  const sorted = moments.toSorted((a, b) => a - b)
  return Math.max(
    0,
    ...sorted.map(end => sorted.filter(moment => moment > end - windowMs && moment <= end).length),
  )
}
