import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateSeconds } from '#lib/jobs/estimate.ts'
import { Budget } from '#lib/portrait-api/budget.ts'

const OPTIONS = { limit: 120, windowMs: 60_000 }

/** A budget of which `used` calls were answered `agoMs` ago. */
function budget({ used = 0, agoMs = 0 } = {}): Budget {
  const earlier = Array<number>(used).fill(OPTIONS.windowMs - agoMs)
  const others = { reserve: 0, activeMs: 0, interactiveWaitMs: 10_000 }
  return new Budget({ ...OPTIONS, ...others }, { record: { earlier, begin: () => null, end() {} } })
}

test('700 photos with a fresh budget take about five minutes', () => {
  expect(estimateSeconds(700, budget())).toBeGreaterThanOrEqual(300)
  expect(estimateSeconds(700, budget())).toBeLessThanOrEqual(360)
})

test('free places are used at once', () => {
  expect(estimateSeconds(50, budget())).toBeLessThanOrEqual(5)
})

test('calls beyond the window wait until the calls in it are a window old', () => {
  expect(estimateSeconds(100, budget({ used: 80, agoMs: 5_000 }))).toBeGreaterThanOrEqual(55)
  expect(estimateSeconds(121, budget())).toBeGreaterThanOrEqual(60)
  expect(estimateSeconds(100, budget({ used: 80, agoMs: 51_000 }))).toBeLessThanOrEqual(20)
})

test('a pause of the service counts', () => {
  const paused = budget()
  paused.pause(42_000)
  expect(estimateSeconds(1, paused)).toBeGreaterThanOrEqual(42)
})

test('nothing left takes no time', () => {
  expect(estimateSeconds(0, budget({ used: 120 }))).toBe(0)
})

test('it is never negative, always whole, and more photos never take less', () => {
  const used = fc.integer({ min: 0, max: 120 })
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(200), used, fc.nat(60_000), (calls, more, used, agoMs) => {
      const state = budget({ used, agoMs })
      const seconds = estimateSeconds(calls, state)
      expect(Number.isInteger(seconds)).toBe(true)
      expect(seconds).toBeGreaterThanOrEqual(0)
      // Between the two some of the window goes by.
      expect(estimateSeconds(calls + more, state) + 1).toBeGreaterThanOrEqual(seconds)
    }),
  )
})
