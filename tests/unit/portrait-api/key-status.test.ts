import { expect, test } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { KeyStatus } from '#lib/portrait-api/key-status.ts'

const fail = (keyStatus: KeyStatus, code: ConstructorParameters<typeof DeskError>[0]) =>
  expect(keyStatus.watch(Promise.reject(new DeskError(code)))).rejects.toMatchObject({ code })

test('a refusal of the key counts until the service accepts the key again', async () => {
  const keyStatus = new KeyStatus()
  expect(keyStatus.refusal).toBeNull()
  await fail(keyStatus, 'service_unreachable')
  expect(keyStatus.isAnswered).toBe(false)
  await fail(keyStatus, 'key_rejected')
  expect(keyStatus.isAnswered).toBe(true)
  expect(keyStatus.refusal).toBe('key_rejected')
  await fail(keyStatus, 'service_unreachable')
  expect(keyStatus.refusal).toBe('key_rejected')
  await fail(keyStatus, 'no_api_access')
  expect(keyStatus.refusal).toBe('no_api_access')
  await keyStatus.watch(Promise.resolve('an answer'))
  expect(keyStatus.refusal).toBeNull()
})

test('each refusal of a key is announced, and nothing else is', async () => {
  let told = 0
  const keyStatus = new KeyStatus(() => {
    told += 1
  })
  await fail(keyStatus, 'service_unreachable')
  expect(told).toBe(0)
  await fail(keyStatus, 'key_rejected')
  await fail(keyStatus, 'no_api_access')
  expect(told).toBe(2)
})

test('a caller that waits for a refused key resumes once the service accepts it', async () => {
  const keyStatus = new KeyStatus()
  let told = 0
  await fail(keyStatus, 'no_api_access')
  void keyStatus.whenTaken().then(() => {
    told += 1
  })
  await fail(keyStatus, 'key_rejected')
  expect(told).toBe(0)
  await keyStatus.watch(Promise.resolve('an answer'))
  expect(told).toBe(1)
})
