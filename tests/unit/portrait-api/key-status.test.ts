import { expect, test } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { getMetrics } from '#lib/metrics.ts'
import { KeyStatus } from '#lib/portrait-api/key-status.ts'

const fail = (keyStatus: KeyStatus, code: ConstructorParameters<typeof DeskError>[0]) =>
  expect(keyStatus.watch(Promise.reject(new DeskError(code)))).rejects.toMatchObject({ code })

test('what the service has against a key stands until it takes it again', async () => {
  const keyStatus = new KeyStatus()
  expect(keyStatus.refusal).toBeNull()
  await fail(keyStatus, 'key_rejected')
  expect(keyStatus.refusal).toBe('key_rejected')
  await fail(keyStatus, 'service_unreachable')
  expect(keyStatus.refusal).toBe('key_rejected')
  await fail(keyStatus, 'no_api_access')
  expect(keyStatus.refusal).toBe('no_api_access')
  await keyStatus.watch(Promise.resolve('an answer'))
  expect(keyStatus.refusal).toBeNull()
})

test('a refusal of a key is counted from the very first, and nothing else is', async () => {
  const { keyRefusals } = getMetrics()
  const count = async () => (await keyRefusals.get()).values[0]?.value
  const before = await count()
  expect(before).toEqual(expect.any(Number))
  const keyStatus = new KeyStatus()
  await fail(keyStatus, 'service_unreachable')
  expect(await count()).toBe(before)
  await fail(keyStatus, 'key_rejected')
  expect(await count()).toBe((before ?? 0) + 1)
})
