import { expect, test } from 'vitest'
import { OTHER_SANDBOX_KEY } from '#sandbox/seed/keys.ts'
import { startSandbox, type TestSandbox } from './support/start-sandbox.ts'

function startWithClock() {
  const clock = { ms: Date.parse('2026-11-20T09:00:00Z') }
  return { clock, sandbox: startSandbox({ rateLimit: 120, now: () => clock.ms }) }
}

async function statuses({ api }: TestSandbox, count: number, key?: string): Promise<number[]> {
  const found: number[] = []
  for (let index = 0; index < count; index++) {
    found.push((await api('GET', '/image-sizes', key ? { key } : {})).status)
  }
  return found
}

test('section 8: 120 requests pass, the next is a 429 whose Retry-After is whole seconds', async () => {
  const { sandbox } = startWithClock()
  expect(new Set(await statuses(sandbox, 120))).toEqual(new Set([200]))
  const refused = await sandbox.api('GET', '/image-sizes')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await refused.json()).toMatchObject({ message: expect.any(String) })
})

test('section 8: the window slides; each request leaves it a minute after it came', async () => {
  const { clock, sandbox } = startWithClock()
  await statuses(sandbox, 60)
  clock.ms += 30_000
  await statuses(sandbox, 60)
  clock.ms += 29_999
  const refused = await sandbox.api('GET', '/image-sizes')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  clock.ms += 1
  const passed = await statuses(sandbox, 61)
  expect(passed.filter(status => status === 200)).toHaveLength(60)
  expect(passed.at(-1)).toBe(429)
})

test('section 8: a refused request does not count, and a caller succeeds after Retry-After', async () => {
  const { clock, sandbox } = startWithClock()
  await statuses(sandbox, 120)
  clock.ms += 59_500
  await statuses(sandbox, 500)
  const refused = await sandbox.api('GET', '/image-sizes')
  clock.ms += Number(refused.headers.get('retry-after')) * 1000
  expect(new Set(await statuses(sandbox, 120))).toEqual(new Set([200]))
})

test('section 5, rule 9: the limit is counted per key', async () => {
  const { sandbox } = startWithClock()
  await statuses(sandbox, 121)
  expect(await statuses(sandbox, 1, OTHER_SANDBOX_KEY)).toEqual([200])
  const { data } = await (await sandbox.portal('POST', '/keys', {})).json()
  expect(await statuses(sandbox, 1, data.key)).toEqual([200])
})

test('section 8: a request without a valid key uses up nothing', async () => {
  const { sandbox } = startWithClock()
  expect(new Set(await statuses(sandbox, 130, 'unknown'))).toEqual(new Set([401]))
  expect(await statuses(sandbox, 1)).toEqual([200])
})

test('section 8: an account has at most four image sizes', async () => {
  const sandbox = startSandbox()
  const size = { label: 'Groß', width: 300, height: 400 }
  expect(await sandbox.portalStatus('PUT', '/image-sizes', { sizes: Array(5).fill(size) })).toBe(422)
  await sandbox.portal('PUT', '/image-sizes', { sizes: [size] })
  expect(await (await sandbox.api('GET', '/image-sizes')).json()).toEqual({ data: [{ index: 0, ...size }] })
})
