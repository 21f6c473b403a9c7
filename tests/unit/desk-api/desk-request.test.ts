import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { deskFile } from '#lib/desk-api/desk-file.ts'
import { type DeskRequest, deskCommand, deskRequest, SIGNED_OUT_EVENT } from '#lib/desk-api/desk-request.ts'

const SCHEMA = z.object({ data: z.number() })

function answerWith(answer: Response | Error) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => {
    if (answer instanceof Error) throw answer
    return answer
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}

describe('a request to the desk', () => {
  test('a request carries the header of the handlers, and its body as JSON', async () => {
    const fetch = answerWith(Response.json({ data: 1 }))
    expect(await deskRequest('/api/x', SCHEMA, { method: 'PATCH', body: { a: 1 } })).toEqual({ data: 1 })
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      '/api/x',
      expect.objectContaining({
        method: 'PATCH',
        body: '{"a":1}',
        headers: { 'x-csrf': '1', 'content-type': 'application/json' },
        credentials: 'same-origin',
        cache: 'no-store',
      }),
    )
  })

  test('a failed request becomes its error with the reasons by field, and is never repeated', async () => {
    const errors = { email: ['Taken.'] }
    const fetch = answerWith(
      Response.json({ message: 'No.', said: 'No.', code: 'invalid', errors }, { status: 422 }),
    )
    await expect(deskRequest('/api/x', SCHEMA)).rejects.toMatchObject({
      code: 'invalid',
      message: 'No.',
      errors,
    })
    expect(fetch).toHaveBeenCalledOnce()
  })

  test.each(['POST', 'DELETE'] as const)(
    'a write is sent once, however often it is pressed before the answer: %s',
    async method => {
      const fetch = answerWith(Response.json({ data: 1 }))
      const press = () => deskRequest('/api/x', SCHEMA, { method, body: { a: 1 } })
      expect(await Promise.all([press(), press()])).toEqual([{ data: 1 }, { data: 1 }])
      expect(fetch).toHaveBeenCalledOnce()
      answerWith(Response.json({ data: 2 }))
      expect(await press()).toEqual({ data: 2 })
    },
  )

  test('a failed write lets the next press try again', async () => {
    answerWith(new TypeError('Failed to fetch'))
    const press = () => deskRequest('/api/x', SCHEMA, { method: 'POST', body: { a: 1 } })
    const failed = { code: 'desk_unreachable' }
    const pressed = [press(), press()]
    for (const answer of pressed) await expect(answer).rejects.toMatchObject(failed)
    answerWith(Response.json({ data: 1 }))
    expect(await press()).toEqual({ data: 1 })
  })

  test('a request with another body, with PATCH or without an effect is sent on its own', async () => {
    const fetch = vi.fn(async () => Response.json({ data: 1 }))
    vi.stubGlobal('fetch', fetch)
    await Promise.all([
      deskRequest('/api/x', SCHEMA, { method: 'POST', body: { a: 1 } }),
      deskRequest('/api/x', SCHEMA, { method: 'POST', body: { a: 2 } }),
      deskRequest('/api/x', SCHEMA, { method: 'PATCH', body: { a: 1 } }),
      deskRequest('/api/x', SCHEMA, { method: 'PATCH', body: { a: 1 } }),
      deskRequest('/api/x', SCHEMA),
      deskRequest('/api/x', SCHEMA),
    ])
    expect(fetch).toHaveBeenCalledTimes(6)
  })

  test.each([
    ['no answer at all', new TypeError('Failed to fetch')],
    ["a proxy's page", new Response('<html>', { status: 502 })],
  ])('a request without an answer of the desk says so: %s', async (_, answer) => {
    answerWith(answer)
    await expect(deskRequest('/api/x', SCHEMA)).rejects.toMatchObject({ code: 'desk_unreachable' })
  })

  test.each([
    ['does nothing', () => deskCommand('/api/x', { method: 'DELETE' })],
    ['says nothing about the service', () => deskRequest('/api/x', SCHEMA)],
    ['is no file', () => deskFile('/api/x')],
  ])('a foreign sign-in page as the answer means that the desk is unreachable: %s', async (_, ask) => {
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    answerWith(new Response('<!doctype html><title>Sign in</title>', { headers }))
    await expect(ask()).rejects.toMatchObject({ code: 'desk_unreachable' })
  })

  test('a file that breaks off means that the desk did not answer', async () => {
    const breaking = new ReadableStream({
      pull: controller => controller.error(new TypeError('network error')),
    })
    answerWith(new Response(breaking))
    await expect(deskFile('/api/x')).rejects.toMatchObject({ code: 'desk_unreachable' })
  })

  test('an answer of another shape fails as a bad answer', async () => {
    answerWith(Response.json({ data: 'one' }))
    await expect(deskRequest('/api/x', SCHEMA)).rejects.toMatchObject({ code: 'bad_service_answer' })
  })

  test('background requests stop while nobody is signed in, and the page learns which one asked', async () => {
    const told: unknown[] = []
    const page = new EventTarget()
    page.addEventListener(SIGNED_OUT_EVENT, event => told.push(event instanceof CustomEvent && event.detail))
    vi.stubGlobal('dispatchEvent', (event: Event) => page.dispatchEvent(event))
    const refusal = () => Response.json({ message: 'No.', code: 'signed_out' }, { status: 401 })
    const fetch = vi.fn(async () => refusal())
    vi.stubGlobal('fetch', fetch)
    const ask = (request: DeskRequest) => deskRequest('/api/x', SCHEMA, request).catch(({ code }) => code)
    expect(await ask({ background: true })).toBe('signed_out')
    expect(await ask({ background: true })).toBe('signed_out')
    expect(fetch).toHaveBeenCalledOnce()
    expect(await ask({})).toBe('signed_out')
    expect(told).toEqual([{ background: true }, { background: false }])
    fetch.mockImplementation(async () => Response.json({ data: 1 }))
    expect(await ask({ background: true, asksWhoIsIn: true })).toEqual({ data: 1 })
    expect(await ask({ background: true })).toEqual({ data: 1 })
  })

  test('a cancelled request is not an error of the desk', async () => {
    answerWith(new DOMException('cancelled', 'AbortError') as Error)
    await expect(deskRequest('/api/x', SCHEMA, { signal: AbortSignal.abort() })).rejects.toThrow('cancelled')
  })

  test('a desk that is being started says that it does not answer', async () => {
    answerWith(new Response('', { status: 502 }))
    await expect(deskRequest('/api/x', SCHEMA)).rejects.toMatchObject({ code: 'desk_unreachable' })
  })

  test('a request may be answered with nothing', async () => {
    answerWith(new Response(null, { status: 204 }))
    expect(await deskCommand('/api/x', { method: 'DELETE' })).toBeUndefined()
  })
})

describe('the account of a page', () => {
  test('each request names the account of the page, which learns when another one signs in', async () => {
    vi.resetModules()
    const { deskRequest, setPageAccount, OTHER_ACCOUNT_EVENT } = await import('#lib/desk-api/desk-request.ts')
    const dispatchEvent = vi.fn((event: Event) => event.type)
    vi.stubGlobal('dispatchEvent', dispatchEvent)
    const fetch = answerWith(Response.json({ message: '', code: 'other_account' }, { status: 409 }))
    setPageAccount('ada')
    await expect(deskRequest('/api/x', SCHEMA)).rejects.toMatchObject({ code: 'other_account' })
    expect(fetch.mock.calls[0]?.[1].headers).toEqual({ 'x-csrf': '1', 'x-account': 'ada' })
    expect(dispatchEvent.mock.results.map(({ value }) => value)).toEqual([OTHER_ACCOUNT_EVENT])
  })
})
