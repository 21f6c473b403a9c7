import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { LANES } from '#lib/portrait-api/budget.ts'
import { SharedBudget } from '#lib/portrait-api/shared-budget.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { createLedgerModel, pass } from '#tests/support/ledger-model.ts'

const WINDOW_MS = 1000
const TIMES = { leaseMs: 600, turnMs: 300, pollMs: 100, unreachableMs: 200 }
const END_MS = 100_000
/** Of a desk that is lost a call counts until the end of its lease at least, so it is answered before that. */
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
const day = fc.record({
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

type Day = typeof day extends fc.Arbitrary<infer Value> ? Value : never
type Call = Day['wishes'][number] & {
  begun: number | null
  /** When the service has answered, or the desk has died: it cannot count the call later than that. */
  over: number | null
  refused: string | null
  left: boolean
  died: boolean
}

/** Plays a day from its first call to its last answer. */
async function play(day: Day) {
  const { desks, limit, reserve, interactiveWaitMs, delays, clockMs } = day
  vi.setSystemTime(0)
  const start = performance.now()
  const clock = () => performance.now() - start
  const model = createLedgerModel({ delays, clockMs })
  const all = Array.from({ length: desks }, (_, number) => {
    const { store, trouble } = model.connect(`desk ${number}`)
    const options = { limit, windowMs: WINDOW_MS, reserve, activeMs: 700, interactiveWaitMs, ...TIMES }
    const skew = day.skews[number] ?? 0
    const budget = new SharedBudget({ ...options, desk: `desk ${number}` }, store, {
      clock: () => performance.now() + skew,
    })
    return { budget, trouble, diesAt: Number.POSITIVE_INFINITY }
  })
  const deskOf = (number: number) => all[number % desks] ?? expect.unreachable()
  for (const { desk, atMs } of day.deaths) deskOf(desk).diesAt = Math.min(deskOf(desk).diesAt, atMs)
  const isTroubled = day.outages.length + day.stops.length > 0
  const calls = day.wishes.map(
    (wish): Call => ({ ...wish, begun: null, over: null, refused: null, left: false, died: false }),
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
      // Whoever stands still reads the answer later.
      while (trouble.silentUntil > performance.now()) await pass(trouble.silentUntil - performance.now())
      permit.arrived()
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
  for (const { atMs, ms } of day.outages) setTimeout(() => model.goAway(ms), atMs)
  if (day.turnsBack) setTimeout(model.turnClockBack, day.turnsBack.atMs, day.turnsBack.ms)
  await passMs(END_MS)
  for (const call of calls) if (deskOf(call.desk).diesAt < END_MS) call.died = true
  return {
    calls,
    states: all.filter(({ diesAt }) => !Number.isFinite(diesAt)).map(({ budget }) => budget.state()),
  }
}

/** The most that a window could hold of what happened at these moments. */
function mostInAnyWindow(moments: number[]): number {
  const sorted = moments.toSorted((a, b) => a - b)
  return Math.max(
    0,
    ...sorted.map(end => sorted.filter(moment => moment > end - WINDOW_MS && moment <= end).length),
  )
}

test('no window of the service ever holds more than the limit of all desks together, whenever it counts; nobody is forgotten', async () => {
  stopClock()
  await fc.assert(
    fc.asyncProperty(day, fc.double({ min: 0, max: 1, noNaN: true }), async (day, share) => {
      const { calls, states } = await play(day)
      const made = calls.flatMap(({ begun, over }) =>
        begun === null || over === null ? [] : [{ begun, over }],
      )
      const between = made.map(
        ({ begun, over }, index) => begun + (over - begun) * ((share * (index + 1)) % 1),
      )
      expect(mostInAnyWindow(made.map(({ begun }) => begun))).toBeLessThanOrEqual(day.limit)
      expect(mostInAnyWindow(made.map(({ over }) => over))).toBeLessThanOrEqual(day.limit)
      expect(mostInAnyWindow(between)).toBeLessThanOrEqual(day.limit)
      for (const { over, refused, left, lane, leavesAfterMs, died } of calls) {
        if (!died) expect([over !== null, refused !== null, left].filter(Boolean)).toHaveLength(1)
        if (refused !== null) expect(lane).toBe('interactive')
        if (refused === 'budget_unreachable') expect(day.outages.length + day.stops.length).toBeGreaterThan(0)
        if (left) expect(leavesAfterMs).not.toBeNull()
      }
      for (const { begun, desk } of calls)
        for (const { atMs, ms, desk: paused } of day.pauses)
          if (begun !== null && desk % day.desks === paused % day.desks)
            expect(begun <= atMs || begun >= atMs + ms).toBe(true)
      for (const state of states)
        expect(state).toMatchObject({ free: day.limit, waiting: { interactive: 0, background: 0, idle: 0 } })
    }),
    { numRuns: 2000 },
  )
})

test('desks that export together use what the limit allows: the floor of its windows, and a twentieth', async () => {
  stopClock()
  const work = fc.record({
    desks: fc.constantFrom(1, 2, 5),
    skews: fc.array(fc.integer({ min: -30_000, max: 30_000 }), { minLength: 5, maxLength: 5 }),
    delays: fc.array(fc.nat(2), { minLength: 1, maxLength: 30 }),
    limit: fc.integer({ min: 20, max: 60 }),
    answerMs: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 20 }),
  })
  await fc.assert(
    fc.asyncProperty(work, async ({ desks, skews, delays, limit, answerMs }) => {
      const start = performance.now()
      const model = createLedgerModel({ delays })
      const windows = 6
      let left = windows * limit
      let ended = 0
      const answered: number[] = []
      const work = async (budget: SharedBudget) => {
        while (left-- > 0) {
          const permit = await budget.acquire('background')
          await pass(answerMs[left % answerMs.length] ?? 1)
          permit.arrived()
          answered.push(performance.now())
        }
        ended = performance.now() - start
      }
      for (let number = 0; number < desks; number += 1) {
        const { store } = model.connect(`desk ${number}`)
        const options = {
          limit,
          windowMs: WINDOW_MS,
          reserve: 0,
          activeMs: 0,
          interactiveWaitMs: 0,
          ...TIMES,
        }
        const skew = skews[number] ?? 0
        const budget = new SharedBudget({ ...options, desk: `desk ${number}` }, store, {
          clock: () => performance.now() + skew,
        })
        const end = budget.beginBatch()
        void Promise.all(Array.from({ length: 6 }, () => work(budget))).then(end)
      }
      await passMs(2 * windows * WINDOW_MS)
      expect(answered).toHaveLength(windows * limit)
      expect(mostInAnyWindow(answered)).toBeLessThanOrEqual(limit)
      // Of the last burst only its first call has to wait for a window.
      const burstMs = (limit / 6 + 1) * 20
      expect(ended).toBeLessThanOrEqual(1.05 * (windows - 1) * WINDOW_MS + burstMs)
    }),
    { numRuns: 100 },
  )
})
