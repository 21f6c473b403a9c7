import { expect, test, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { toErrorResponse } from '#lib/handlers/error-response.ts'

const CANARY = 'canary: Erika Mustermann, pk_0123456789'
const request = () =>
  new Request('https://desk.example.test/api/v1/employees/7?q=Erika', {
    method: 'PATCH',
    headers: { 'x-desk-request': 'bcdfghjkmn' },
  })

test.each([
  ['a broken handler', 'internal', new TypeError(CANARY)],
  ['what is no error', 'internal', CANARY],
  ['a store that fails', 'unavailable', new DeskError('unavailable', { cause: new Error(CANARY) })],
])('the text of %s reaches neither the caller nor the log, which has its place', async (_, code, thrown) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = await toErrorResponse(request(), thrown)
  const body = await answer.text()
  expect(body).not.toContain('canary')
  const [line] = log.mock.calls.map(([text]) => String(text))
  expect(line).not.toContain('canary')
  expect(JSON.parse(line ?? '')).toMatchObject({
    event: 'handler_failed',
    method: 'PATCH',
    path: '/api/v1/employees/7',
    ...(typeof thrown === 'string'
      ? { error: 'not an error' }
      : { at: expect.stringContaining('error-response.test.ts:') }),
    request: 'bcdfghjkmn',
  })
  expect(JSON.parse(body)).toMatchObject({ code, requestId: 'bcdfghjkmn' })
})

test('a failure for lack of disk space is reported as such, and logged with the store’s code', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const full = Object.assign(new Error(CANARY), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  for (const thrown of [full, new DeskError('unavailable', { cause: full })]) {
    const answer = await toErrorResponse(request(), thrown)
    expect([answer.status, (await answer.json()).code]).toEqual([507, 'disk_full'])
  }
  const lines = log.mock.calls.map(([text]) => JSON.parse(String(text)))
  expect(lines.map(({ event, error }) => [event, error])).toEqual(
    Array.from({ length: 2 }, () => ['handler_failed', 'Error ERR_SQLITE_ERROR 13']),
  )
})

test('a client that has left is not logged as a failure', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const left = new Request('https://desk.example.test/api/v1/projects', { signal: AbortSignal.abort() })
  await toErrorResponse(left, new Error(CANARY))
  expect(log).not.toHaveBeenCalled()
})

test('a caller that shared a failed call is shown the reference of the logged line', async () => {
  const error = new DeskError('bad_service_answer', { requestId: 'another' })
  expect(await (await toErrorResponse(request(), error)).json()).toMatchObject({ requestId: 'another' })
})

test('a refusal of the service keeps its status and its text', async () => {
  const answer = await toErrorResponse(
    request(),
    new DeskError('invalid', { status: 409, sentence: 'Taken.' }),
  )
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { message: 'Taken.', said: 'Taken.', code: 'invalid', requestId: 'bcdfghjkmn' },
  ])
})
