import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { SharedBudget } from '#lib/portrait-api/shared-budget.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { day, mostInAnyWindow, play, requireKept, TIMES, WINDOW_MS } from '#tests/support/desk-days.ts'
import { createLedgerModel, pass } from '#tests/support/ledger-model.ts'
import { runs } from '#tests/support/night.ts'

const END_MS = 100_000
/** Of work, not of waiting: more on a machine that does much else. */
const BUSY_MS = 400_000

test(
  'no window of the service ever holds more than the limit of all desks together, whenever it counts; nobody is forgotten',
  async () => {
    stopClock()
    await fc.assert(
      fc.asyncProperty(day, fc.double({ min: 0, max: 1, noNaN: true }), async (day, share) => {
        vi.setSystemTime(0)
        const model = createLedgerModel(day)
        const { calls, living } = await play(day, { ...model, finish: () => passMs(END_MS) })
        requireKept(day, calls, { share, windowMs: WINDOW_MS })
        for (const { begun, desk } of calls)
          for (const { atMs, ms, desk: paused } of day.pauses)
            if (begun !== null && desk % day.desks === paused % day.desks)
              expect(begun <= atMs || begun >= atMs + ms).toBe(true)
        const empty = { free: day.limit, waiting: { interactive: 0, background: 0, idle: 0 } }
        for (const budget of living) expect(budget.state()).toMatchObject(empty)
      }),
      runs(2000),
    )
  },
  BUSY_MS,
)

test(
  'desks that export together use what the limit allows: the floor of its windows, and a twentieth',
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
      runs(100),
    )
  },
  BUSY_MS,
)
