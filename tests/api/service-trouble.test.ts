import { describe, expect, test, vi } from 'vitest'
import { startDesk } from '#tests/support/desk.ts'

const READS = [
  '/api/v1/projects',
  '/api/v1/image-sizes',
  '/api/v1/projects/101/employees',
  '/api/v1/employees/1001',
  '/api/v1/employees/1001/photo',
]

/** What the service does, and what a person is told. */
const TROUBLE: [string, object, number, string][] = [
  ['401', { kind: 'status', status: 401, body: { message: 'x' } }, 502, 'key_rejected'],
  ['403', { kind: 'status', status: 403, body: { message: 'x' } }, 502, 'no_api_access'],
  ['500', { kind: 'status', status: 500, body: { message: 'x' } }, 502, 'service_unreachable'],
  ['a page of a gateway', { kind: 'html', status: 502 }, 502, 'service_unreachable'],
  ['no answer', { kind: 'drop' }, 502, 'service_unreachable'],
  ['a redirect', { kind: 'redirect', location: 'https://evil.example/' }, 502, 'bad_service_answer'],
  ['a page instead of data', { kind: 'html', status: 200 }, 502, 'bad_service_answer'],
  ['a status that nobody knows', { kind: 'status', status: 418, body: {} }, 502, 'bad_service_answer'],
  ['a 422 of another shape', { kind: 'status', status: 422, body: 'no' }, 502, 'bad_service_answer'],
  ['a long wait', { kind: 'status', status: 429, headers: { 'retry-after': '90' }, body: {} }, 429, 'busy'],
]

describe.each(READS)('%s', path => {
  test.each(TROUBLE)('when the service answers with %s', async (_, answer, status, code) => {
    const desk = startDesk()
    await desk.service.fault({ times: 9, answer: answer as { kind: 'drop' } })
    const { status: told, body } = await (await desk.signIn()).json('GET', path)
    expect([told, body.code]).toEqual([status, code])
    expect(Object.keys(body).sort()).toEqual(['code', 'message'])
    expect(desk.output).toEqual([])
  })
})

test('without a key the desk says that it is not connected', async () => {
  const desk = startDesk({ connected: 'person' })
  for (const path of READS)
    expect(await (await desk.signIn()).json('GET', path)).toMatchObject({
      status: 409,
      body: { code: 'not_connected' },
    })
  expect(await desk.service.journal()).toEqual([])
})

test('a service that never answers is a timeout', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  await desk.service.fault({ answer: { kind: 'delay', ms: 600_000 } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 5 })
  const answer = editor.json('PATCH', '/api/v1/employees/1001', { body: { locale: 'de' } })
  await vi.waitFor(async () => expect(await desk.service.openCalls()).toBe(1))
  await vi.advanceTimersByTimeAsync(16_000)
  vi.useRealTimers()
  expect(await answer).toMatchObject({ status: 504, body: { code: 'service_timeout' } })
})

test('a wait that the service asks for is told with its time', async () => {
  const desk = startDesk()
  await desk.service.fault({
    answer: { kind: 'status', status: 429, headers: { 'retry-after': '90' }, body: {} },
  })
  const answer = await (await desk.signIn()).call('GET', '/api/v1/projects')
  expect(answer.headers.get('retry-after')).toBe('90')
})

test('an answer that lacks a field is not passed on', async () => {
  const desk = startDesk()
  const body = { data: { id: 1001, first_name: 'x' } }
  await desk.service.fault({ answer: { kind: 'status', status: 200, body } })
  const answer = await (await desk.signIn()).json('GET', '/api/v1/employees/1001')
  expect(answer).toMatchObject({ status: 502, body: { code: 'bad_service_answer' } })
})

test('one failed read is healed unseen', async () => {
  const desk = startDesk()
  await desk.service.fault({ times: 2, answer: { kind: 'drop' } })
  expect((await (await desk.signIn()).json('GET', '/api/v1/projects')).status).toBe(200)
  expect(await desk.service.journal()).toHaveLength(3)
})
