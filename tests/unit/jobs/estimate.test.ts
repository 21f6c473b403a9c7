import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateSeconds } from '#lib/jobs/estimate.ts'
import type { BudgetState } from '#lib/portrait-api/budget.ts'

const budget = (state: Partial<BudgetState> = {}): BudgetState => ({
  limit: 120,
  windowMs: 60_000,
  free: 120,
  nextFreeMs: 0,
  waiting: { interactive: 0, background: 0, idle: 0 },
  ...state,
})

test('700 photos with a fresh budget take about five minutes', () => {
  expect(estimateSeconds(700, budget())).toBeGreaterThanOrEqual(290)
  expect(estimateSeconds(700, budget())).toBeLessThanOrEqual(360)
})

test('what is free now goes at once', () => {
  expect(estimateSeconds(50, budget())).toBeLessThanOrEqual(5)
})

test('a pause of the service counts', () => {
  expect(estimateSeconds(1, budget({ free: 0, nextFreeMs: 42_000 }))).toBe(42)
})

test('nothing left takes no time', () => {
  expect(estimateSeconds(0, budget())).toBe(0)
})

test('it is never negative, always whole, and more photos never take less', () => {
  const free = fc.integer({ min: 0, max: 120 })
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(200), free, fc.nat(60_000), (remaining, more, free, nextFreeMs) => {
      const state = budget({ free, nextFreeMs })
      const seconds = estimateSeconds(remaining, state)
      expect(Number.isInteger(seconds)).toBe(true)
      expect(seconds).toBeGreaterThanOrEqual(0)
      expect(estimateSeconds(remaining + more, state)).toBeGreaterThanOrEqual(seconds)
    }),
  )
})
