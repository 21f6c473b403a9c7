import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateSeconds } from '#lib/jobs/estimate.ts'
import { Budget } from '#lib/portrait-api/budget.ts'

const OPTIONS = { limit: 120, windowMs: 60_000 }

/** Returns a budget in which `used` calls were answered `agoMs` ago. */
function budget({ used = 0, agoMs = 0 } = {}): Budget {
  const earlier = Array<number>(used).fill(OPTIONS.windowMs - agoMs)
  const others = { reserve: 0, activeMs: 0, interactiveWaitMs: 10_000 }
  return new Budget({ ...OPTIONS, ...others }, { record: { earlier, begin: () => null, end() {} } })
}

test('an estimate for 700 photos with a fresh budget is about five minutes', () => {
  expect(estimateSeconds(700, budget())).toBeGreaterThanOrEqual(300)
  expect(estimateSeconds(700, budget())).toBeLessThanOrEqual(360)
})

test('an estimate uses free places at once', () => {
  expect(estimateSeconds(50, budget())).toBeLessThanOrEqual(5)
})

test('an estimate lets calls beyond the window wait until those in it are a window old', () => {
  expect(estimateSeconds(100, budget({ used: 80, agoMs: 5_000 }))).toBeGreaterThanOrEqual(55)
  expect(estimateSeconds(121, budget())).toBeGreaterThanOrEqual(60)
  expect(estimateSeconds(100, budget({ used: 80, agoMs: 51_000 }))).toBeLessThanOrEqual(20)
})

test('an estimate includes a pause of the service', () => {
  const paused = budget()
  paused.pause(42_000)
  expect(estimateSeconds(1, paused)).toBeGreaterThanOrEqual(42)
})

test('an estimate for nothing is zero', () => {
  expect(estimateSeconds(0, budget({ used: 120 }))).toBe(0)
})

test('an estimate is never negative, always whole, and never smaller for more photos', () => {
  const used = fc.integer({ min: 0, max: 120 })
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(200), used, fc.nat(60_000), (calls, more, used, agoMs) => {
      const state = budget({ used, agoMs })
      const seconds = estimateSeconds(calls, state)
      expect(Number.isInteger(seconds)).toBe(true)
      expect(seconds).toBeGreaterThanOrEqual(0)
      // Some of the window passes between the two estimates.
      expect(estimateSeconds(calls + more, state) + 1).toBeGreaterThanOrEqual(seconds)
    }),
  )
})
