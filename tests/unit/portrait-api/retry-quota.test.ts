import { expect, test } from 'vitest'
import { RetryQuota } from '#lib/portrait-api/retry-quota.ts'

function spendAll(quota: RetryQuota): number {
  let retries = 0
  while (quota.spend()) retries += 1
  return retries
}

test('the retries of a key are limited when nothing succeeds', () => {
  expect(spendAll(new RetryQuota())).toBe(20)
})

test('five successful calls pay for one retry', () => {
  const quota = new RetryQuota()
  spendAll(quota)
  for (let call = 1; call <= 4; call += 1) quota.earn()
  expect(quota.spend()).toBe(false)
  quota.earn()
  expect(spendAll(quota)).toBe(1)
})

test('successful times save up no more than the limit', () => {
  const quota = new RetryQuota()
  for (let call = 1; call <= 10_000; call += 1) quota.earn()
  expect(spendAll(quota)).toBe(20)
})
