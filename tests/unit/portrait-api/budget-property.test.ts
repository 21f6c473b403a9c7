import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { Budget } from '#lib/portrait-api/budget.ts'
import { LANES } from '#lib/portrait-api/call-line.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { runs } from '#tests/support/night.ts'

const WINDOW_MS = 1000
const END_MS = 200_000
const PATIENCE_MS = 800

const shape = {
  atMs: fc.nat(4000),
  lane: fc.constantFrom(...LANES),
  person: fc.constantFrom('anna', 'berta', 'carla'),
  changes: fc.boolean(),
  /** From the begin of the call until its answer. */
  answerMs: fc.oneof(fc.nat(80), fc.nat(3000)),
  leavesAfterMs: fc.option(fc.nat(3000), { freq: 3, nil: null }),
}
const wish = fc.record(shape)
const pause = fc.record({ atMs: fc.nat(4000), ms: fc.nat(2500) })
const day = fc.record({
  limit: fc.integer({ min: 1, max: 8 }),
  reserve: fc.nat(4),
  interactiveWaitMs: fc.nat(3000),
  wishes: fc.array(wish, { minLength: 1, maxLength: 40 }),
  pauses: fc.array(pause, { maxLength: 2 }),
})

type Day = typeof day extends fc.Arbitrary<infer Value> ? Value : never
type Call = Day['wishes'][number] & {
  asked: number
  begun: number | null
  answered: number | null
  refused: boolean
  left: boolean
}

/** Plays a day from its first call to its last answer. */
async function play({ limit, reserve, interactiveWaitMs, wishes, pauses }: Day) {
  vi.setSystemTime(0)
  const start = performance.now()
  const clock = () => performance.now() - start
  const budget = new Budget({ limit, windowMs: WINDOW_MS, reserve, activeMs: 700, interactiveWaitMs })
  const calls = wishes.map(
    (wish): Call => ({ ...wish, asked: wish.atMs, begun: null, answered: null, refused: false, left: false }),
  )
  const run = async (call: Call) => {
    const caller = new AbortController()
    if (call.leavesAfterMs !== null) setTimeout(() => caller.abort(new Error('left')), call.leavesAfterMs)
    try {
      const permit = await budget.acquire(call.lane, { ...call, signal: caller.signal })
      call.begun = clock()
      await new Promise(resolve => setTimeout(resolve, call.answerMs))
      call.answered = clock()
      permit.arrived()
    } catch (error) {
      if (error instanceof DeskError) call.refused = true
      else call.left = true
    }
  }
  for (const call of calls) setTimeout(() => void run(call), call.atMs)
  for (const { atMs, ms } of pauses) setTimeout(() => budget.pause(ms), atMs)
  await passMs(END_MS)
  return { calls, state: budget.state() }
}

/** Where the service may count a call: as early as it began, as late as it was answered. */
function mostInAnyWindow(moments: number[]): number {
  const sorted = moments.toSorted((a, b) => a - b)
  return Math.max(
    0,
    ...sorted.map(end => sorted.filter(moment => moment > end - WINDOW_MS && moment <= end).length),
  )
}

test('no window of the service ever holds more than the limit, whenever it counts; nobody is forgotten', async () => {
  stopClock()
  await fc.assert(
    fc.asyncProperty(day, fc.double({ min: 0, max: 1, noNaN: true }), async (day, share) => {
      const { calls, state } = await play(day)
      const made = calls.filter(({ begun }) => begun !== null)
      const between = made.map(
        ({ begun, answered }, index) =>
          (begun ?? 0) + ((answered ?? 0) - (begun ?? 0)) * ((share * (index + 1)) % 1),
      )
      expect(mostInAnyWindow(made.map(({ begun }) => begun ?? 0))).toBeLessThanOrEqual(day.limit)
      expect(mostInAnyWindow(made.map(({ answered }) => answered ?? 0))).toBeLessThanOrEqual(day.limit)
      expect(mostInAnyWindow(between)).toBeLessThanOrEqual(day.limit)
      for (const { begun, answered, refused, left, lane, leavesAfterMs } of calls) {
        expect([answered !== null, refused, left].filter(Boolean)).toHaveLength(1)
        if (refused) expect(lane).toBe('interactive')
        if (left) expect(leavesAfterMs).not.toBeNull()
        if (begun !== null)
          for (const { atMs, ms } of day.pauses) expect(begun <= atMs || begun >= atMs + ms).toBe(true)
      }
      expect(state).toMatchObject({ free: day.limit, waiting: { interactive: 0, background: 0, idle: 0 } })
    }),
    runs(300),
  )
})

test('a person who was not refused waits no longer than promised', async () => {
  stopClock()
  const quick = day.map(day => ({ ...day, wishes: day.wishes.map(wish => ({ ...wish, answerMs: 0 })) }))
  await fc.assert(
    fc.asyncProperty(quick, async day => {
      const { calls } = await play(day)
      for (const { lane, asked, begun } of calls)
        if (lane === 'interactive' && begun !== null)
          expect(begun - asked).toBeLessThanOrEqual(day.interactiveWaitMs + 1)
    }),
    runs(300),
  )
})

test('beside one other person, whatever that one does, whoever holds no place begins at once', async () => {
  stopClock()
  const call = { ...shape, lane: fc.constant('interactive' as const), atMs: fc.nat(1500) }
  const callsOf = (person: 'anna' | 'berta', most: number) =>
    fc.array(fc.record({ ...call, person: fc.constant(person) }), { minLength: 1, maxLength: most })
  const two = fc.record({
    limit: fc.integer({ min: 4, max: 12 }),
    wishes: fc.tuple(callsOf('anna', 60), callsOf('berta', 4)).map(wishes => wishes.flat()),
  })
  await fc.assert(
    fc.asyncProperty(two, async ({ limit, wishes }) => {
      const { calls } = await play({
        limit,
        wishes,
        reserve: 0,
        interactiveWaitMs: PATIENCE_MS - 1,
        pauses: [],
      })
      for (const call of calls) {
        const own = calls.filter(({ person }) => person === call.person)
        const isFirst = own.every(other => other === call || isOver(other, call.asked))
        if (isFirst) expect(call.begun).toBe(call.asked)
      }
    }),
    runs(300),
  )
})

/** Whether a call neither waits nor holds a place at this time. */
function isOver({ asked, begun, answered, refused, left, leavesAfterMs }: Call, at: number): boolean {
  if (asked > at) return true
  if (refused) return asked + PATIENCE_MS < at
  if (left && begun === null) return asked + (leavesAfterMs ?? 0) < at
  return begun !== null && answered !== null && answered + WINDOW_MS < at
}
