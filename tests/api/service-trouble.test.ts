import { describe, expect, test, vi } from 'vitest'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { until } from '#tests/support/until.ts'

const READS = [
  '/api/v1/projects',
  '/api/v1/image-sizes',
  '/api/v1/projects/101/employees',
  '/api/v1/employees/1001',
  '/api/v1/employees/1001/photo',
]

/** The fault of the service, the status and code that a person gets, and the number of log lines. */
const TROUBLE: [string, object, number, string, number][] = [
  ['401', { kind: 'status', status: 401, body: { message: 'x' } }, 502, 'key_rejected', 0],
  ['403', { kind: 'status', status: 403, body: { message: 'x' } }, 502, 'no_api_access', 0],
  ['a page of a firewall', { kind: 'html', status: 403 }, 502, 'bad_service_answer', 1],
  ['500', { kind: 'status', status: 500, body: { message: 'x' } }, 502, 'service_unreachable', 3],
  ['a page of a gateway', { kind: 'html', status: 502 }, 502, 'gateway_answered', 3],
  ['no answer', { kind: 'drop' }, 502, 'service_unreachable', 3],
  ['a redirect', { kind: 'redirect', location: 'https://evil.example/' }, 502, 'service_moved', 1],
  ['a page instead of data', { kind: 'html', status: 200 }, 502, 'bad_service_answer', 1],
  ['a status that nobody knows', { kind: 'status', status: 418, body: {} }, 502, 'bad_service_answer', 1],
  ['a 422 that says nothing', { kind: 'status', status: 422, body: {} }, 422, 'invalid', 1],
  [
    'a long wait',
    { kind: 'status', status: 429, headers: { 'retry-after': '90' }, body: {} },
    429,
    'busy',
    1,
  ],
]

describe.each(READS)('%s', path => {
  test.each(TROUBLE)(
    'a read reports its own error when the service answers with %s',
    async (_, answer, status, code, lines) => {
      const desk = startDesk()
      await desk.service.fault({ times: 9, answer: answer as { kind: 'drop' } })
      const { status: told, body } = await (await desk.signIn()).json('GET', path)
      expect([told, body.code]).toEqual([status, code])
      expect(Object.keys(body).sort()).toEqual(['code', 'message', 'requestId'])
      const entries = desk.output.map(line => JSON.parse(line))
      expect(entries).toHaveLength(lines)
      // The person gets the reference of the last line.
      if (code === 'busy')
        expect(entries).toMatchObject([{ event: 'budget_paused', seconds: 90, waiting: 0 }])
      else if (lines > 0)
        expect(entries.at(-1)).toMatchObject({
          event: 'service_trouble',
          code,
          request: (body as { requestId?: string }).requestId,
        })
    },
  )
})

test('the desk records its calls for its next start', async () => {
  const desk = startDesk()
  await (await desk.signIn()).json('GET', '/api/v1/projects')
  const { getSqlite } = await import('#lib/store/database.ts')
  const calls = getSqlite().prepare('SELECT answered_at FROM calls').all()
  expect(calls).toEqual([{ answered_at: expect.any(Number) }])
})

test('a desk without a key says that it is not connected', async () => {
  const desk = startDesk({ connected: 'person' })
  for (const path of READS)
    expect(await (await desk.signIn()).json('GET', path)).toMatchObject({
      status: 409,
      body: { code: 'not_connected' },
    })
  expect(await desk.service.journal()).toEqual([])
})

test('a service that never answers is a timeout, after three tries of a read', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  await desk.service.fault({ times: 9, answer: { kind: 'delay', ms: 600_000 } })
  const answer = await withoutWaiting(desk, 3, () => editor.json('GET', '/api/v1/employees/1001'))
  expect(answer).toMatchObject({ status: 504, body: { code: 'service_timeout' } })
})

test('a change without an answer is sent once, looked up, and unknown when that fails too', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  // The old values are cached, so the change itself is the first call that hangs.
  await editor.json('GET', '/api/v1/employees/1001')
  await desk.service.fault({ times: 9, answer: { kind: 'delay', ms: 600_000 } })
  const body = { last_name: 'Müller-Lüdenscheidt' }
  const answer = await withoutWaiting(desk, 4, () => editor.json('PATCH', '/api/v1/employees/1001', { body }))
  expect(answer).toMatchObject({ status: 502, body: { code: 'outcome_unknown' } })
  expect((await desk.service.journal()).map(({ method }) => method).slice(1)).toEqual([
    'PATCH',
    'GET',
    'GET',
    'GET',
  ])
})

test('a service that is down gets no calls: people learn at once how long to wait', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  await desk.service.fault({ times: 99, answer: { kind: 'drop' } })
  for (const path of READS.slice(0, 3)) await editor.call('GET', path)
  const asked = (await desk.service.journal()).length
  const answer = await editor.call('GET', '/api/v1/employees/1001')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '1'])
  expect(await desk.service.journal()).toHaveLength(asked)
  // The log says once that calls are suspended. A person whose read made no call gets the reference of the previous
  // call.
  const lines = desk.output.map(line => JSON.parse(line))
  expect(lines.filter(({ event }) => event !== 'service_trouble')).toMatchObject([
    { level: 'warn', event: 'breaker_opened', code: 'service_unreachable', failures: 8, seconds: 1 },
  ])
  const { requestId } = await answer.json()
  expect(lines.findLast(({ event }) => event === 'service_trouble')).toMatchObject({
    cause: expect.any(String),
    breaker: 'opened',
    request: requestId,
  })
})

/** Lets each of this many calls run into its deadline, and returns the answer of the desk. */
async function withoutWaiting<Answer>(desk: Desk, calls: number, ask: () => Promise<Answer>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 5 })
  const before = (await desk.service.journal()).length
  const answer = ask()
  for (let call = 1; call <= calls; call += 1) {
    await until('the next call', async () => (await desk.service.journal()).length === before + call)
    await until('it is the only one', async () => (await desk.service.openCalls()) === 1)
    await vi.advanceTimersByTimeAsync(15_000)
  }
  vi.useRealTimers()
  return answer
}

test('a wait that the service asks for is shown with its time', async () => {
  const desk = startDesk()
  await desk.service.fault({
    answer: { kind: 'status', status: 429, headers: { 'retry-after': '90' }, body: {} },
  })
  const answer = await (await desk.signIn()).call('GET', '/api/v1/projects')
  expect(answer.headers.get('retry-after')).toBe('90')
})

test('an answer with missing fields is passed on as it is, and each field is logged once', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const body = { data: { id: 1001, project_id: 101, first_name: 'x', status: 'on_hold' } }
  await desk.service.fault({ times: 2, answer: { kind: 'status', status: 200, body } })
  const { status, body: answer } = await editor.json('GET', '/api/v1/employees/1001')
  expect(status).toBe(200)
  expect(answer.data).toMatchObject({
    ...body.data,
    last_name: '',
    invited_at: null,
    photo: { approved: false },
  })
  await editor.call('GET', '/api/v1/employees/1001', { headers: { 'x-refresh': '1' } })
  const lines = desk.output.map(line => JSON.parse(line))
  expect(lines.filter(({ field }) => field === 'status')).toMatchObject([
    {
      event: 'service_answer_odd',
      call: 'GET employees/{id}',
      field: 'status',
      expected: 'known_word',
      found: 'text',
    },
  ])
  expect(desk.output.join()).not.toContain('on_hold')
})

test('a retry heals one failed read unseen', async () => {
  const desk = startDesk()
  await desk.service.fault({ times: 2, answer: { kind: 'drop' } })
  expect((await (await desk.signIn()).json('GET', '/api/v1/projects')).status).toBe(200)
  expect(await desk.service.journal()).toHaveLength(3)
})
