import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Budget } from '#lib/portrait-api/budget.ts'
import { openMemoryLedger } from '#lib/ports/budget-ledger.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import {
  type Call,
  type Day,
  day,
  mostInAnyWindow,
  play,
  requireKept,
  TIMES,
  WINDOW_MS,
} from '#tests/support/desk-days.ts'
import { createLedgerModel, pass } from '#tests/support/ledger-model.ts'
import { runs } from '#tests/support/night.ts'

const END_MS = 100_000
const PATIENCE_MS = 800
/** Milliseconds of work, not of waiting: more on a busy machine. */
const BUSY_MS = 400_000
const EMPTY = { waiting: { interactive: 0, background: 0, idle: 0 } }

const moment = fc.double({ min: 0, max: 1, noNaN: true })
/** A day of one desk, with its ledger in memory: no other desk, no outage. */
const alone: Pick<Day, 'desks' | 'deaths' | 'stops' | 'outages' | 'turnsBack'> = {
  desks: 1,
  deaths: [],
  stops: [],
  outages: [],
  turnsBack: null,
}

function playAlone(day: Day) {
  vi.setSystemTime(0)
  const connect = () => ({ store: openMemoryLedger(), trouble: { silentUntil: 0 } })
  return play(day, { connect, goAway() {}, turnClockBack() {}, finish: () => passMs(END_MS) })
}

function requirePauses(day: Day, calls: Call[]): void {
  for (const { begun, desk } of calls)
    for (const { atMs, ms, desk: paused } of day.pauses)
      if (begun !== null && desk % day.desks === paused % day.desks)
        expect(begun <= atMs || begun >= atMs + ms).toBe(true)
}

test(
  'no window of the service holds more than the limit of all desks, and no call is forgotten',
  async () => {
    stopClock()
    await fc.assert(
      fc.asyncProperty(day, moment, async (day, share) => {
        vi.setSystemTime(0)
        const model = createLedgerModel(day)
        const { calls, living } = await play(day, { ...model, finish: () => passMs(END_MS) })
        requireKept(day, calls, { share, windowMs: WINDOW_MS })
        requirePauses(day, calls)
        for (const budget of living) expect(budget.state()).toMatchObject({ ...EMPTY, free: day.limit })
      }),
      runs(2000),
    )
  },
  BUSY_MS,
)

test('a desk alone keeps the limit, and lets no person wait longer than promised', async () => {
  stopClock()
  await fc.assert(
    fc.asyncProperty(day, moment, async (found, share) => {
      const day: Day = { ...found, ...alone }
      const { calls, living } = await playAlone(day)
      requireKept(day, calls, { share, windowMs: WINDOW_MS })
      requirePauses(day, calls)
      for (const { lane, atMs, begun } of calls)
        if (lane === 'interactive' && begun !== null)
          expect(begun - atMs).toBeLessThanOrEqual(day.interactiveWaitMs + 1)
      for (const budget of living) expect(budget.state()).toMatchObject({ ...EMPTY, free: day.limit })
    }),
    runs(300),
  )
})

test('a person without a place starts at once beside one other person, whatever that one does', async () => {
  stopClock()
  const call = fc.record({
    atMs: fc.nat(1500),
    changes: fc.boolean(),
    answerMs: fc.oneof(fc.nat(80), fc.nat(3000)),
    leavesAfterMs: fc.option(fc.nat(3000), { freq: 3, nil: null }),
  })
  const callsOf = (person: 'anna' | 'berta', most: number) =>
    fc
      .array(call, { minLength: 1, maxLength: most })
      .map(calls =>
        calls.map(call => ({ ...call, person, desk: 0, lane: 'interactive', last: false }) as const),
      )
  const limit = fc.integer({ min: 4, max: 12 })
  await fc.assert(
    fc.asyncProperty(limit, callsOf('anna', 60), callsOf('berta', 4), async (limit, anna, berta) => {
      const { calls } = await playAlone({
        ...alone,
        limit,
        wishes: [...anna, ...berta],
        skews: [],
        clockMs: 0,
        delays: [0],
        reserve: 0,
        interactiveWaitMs: PATIENCE_MS - 1,
        pauses: [],
      })
      for (const call of calls) {
        const own = calls.filter(({ person }) => person === call.person)
        const isFirst = own.every(other => other === call || isOver(other, call.atMs))
        if (isFirst) expect(call.begun).toBe(call.atMs)
      }
    }),
    runs(300),
  )
})

/** True when a call neither waits nor holds a place at this time. */
function isOver({ atMs, begun, over, refused, left, leavesAfterMs }: Call, at: number): boolean {
  if (atMs > at) return true
  if (refused !== null) return atMs + PATIENCE_MS < at
  if (left && begun === null) return atMs + (leavesAfterMs ?? 0) < at
  return begun !== null && over !== null && over + WINDOW_MS < at
}

test(
  'desks that export together need at most a twentieth more than the windows of the limit',
  async () => {
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
        const work = async (budget: Budget) => {
          while (left-- > 0) {
            const permit = await budget.acquire('background')
            await pass(answerMs[left % answerMs.length] ?? 1)
            permit.arrived()
            answered.push(performance.now())
          }
          ended = performance.now() - start
        }
        for (let number = 0; number < desks; number += 1) {
          const desk = `desk ${number}`
          const skew = skews[number] ?? 0
          const budget = new Budget(
            { limit, windowMs: WINDOW_MS, reserve: 0, activeMs: 0, interactiveWaitMs: 0, ...TIMES },
            { desk, ledger: model.connect(desk).store, clock: () => performance.now() + skew },
          )
          const end = budget.beginBatch()
          void Promise.all(Array.from({ length: 6 }, () => work(budget))).then(end)
        }
        await passMs(2 * windows * WINDOW_MS)
        expect(answered).toHaveLength(windows * limit)
        expect(mostInAnyWindow(answered)).toBeLessThanOrEqual(limit)
        // Only the first call of the last burst has to wait for a window.
        const burstMs = (limit / 6 + 1) * 20
        expect(ended).toBeLessThanOrEqual(1.05 * (windows - 1) * WINDOW_MS + burstMs)
      }),
      runs(100),
    )
  },
  BUSY_MS,
)
