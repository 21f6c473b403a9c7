import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateSeconds } from '#lib/jobs/estimate.ts'
import { Budget } from '#lib/portrait-api/budget.ts'
import { openCallWindow } from '#lib/portrait-api/call-window.ts'

const OPTIONS = { limit: 120, windowMs: 60_000 }

/** A budget of which so many calls were answered so many milliseconds ago. */
function budget({ used = 0, agoMs = 0 } = {}): Budget {
  const freeAt = performance.now() + OPTIONS.windowMs - agoMs
  const taken = Array.from({ length: used }, () => ({ person: null, freeAt }))
  const others = { reserve: 0, activeMs: 0, interactiveWaitMs: 10_000 }
  return new Budget({ ...OPTIONS, ...others }, openCallWindow(OPTIONS, { taken, inFlight: [] }))
}

test('700 photos with a fresh budget take about five minutes', () => {
  expect(estimateSeconds(700, budget())).toBeGreaterThanOrEqual(300)
  expect(estimateSeconds(700, budget())).toBeLessThanOrEqual(360)
})

test('what is free now goes at once', () => {
  expect(estimateSeconds(50, budget())).toBeLessThanOrEqual(5)
})

test('what the window has no room for waits until the calls in it are a window old, and not for a share of it', () => {
  expect(estimateSeconds(100, budget({ used: 80, agoMs: 5_000 }))).toBeGreaterThanOrEqual(55)
  expect(estimateSeconds(121, budget())).toBeGreaterThanOrEqual(60)
  expect(estimateSeconds(100, budget({ used: 80, agoMs: 50_000 }))).toBeLessThanOrEqual(20)
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
