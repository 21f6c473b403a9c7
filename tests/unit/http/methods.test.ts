import { describe, expect, test, vi } from 'vitest'
import type { RouteContext } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'

const CONTEXT: RouteContext = { params: Promise.resolve({}) }
const request = (method: string) => new Request('https://desk.example.test/api', { method })
const hello = vi.fn(async () => new Response('hello', { headers: { 'x-test': '1', 'content-length': '5' } }))

describe('an address', () => {
  const route = methods({ GET: hello, PATCH: hello })

  test.each(['POST', 'PUT', 'DELETE'] as const)(
    'an address answers %s, which it does not offer, with 405 and the offered methods',
    async method => {
      const answer = await route[method](request(method), CONTEXT)
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH, OPTIONS')
      expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' })
    },
  )

  test('an address answers OPTIONS with its methods', async () => {
    const answer = await route.OPTIONS(request('OPTIONS'), CONTEXT)
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, PATCH, OPTIONS'])
  })

  test('a route without GET offers no HEAD', async () => {
    const answer = await methods({ POST: hello }).HEAD(request('HEAD'), CONTEXT)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})

describe('HEAD', () => {
  test('HEAD has the headers of GET and no body', async () => {
    const answer = await methods({ GET: hello }).HEAD(request('HEAD'), CONTEXT)
    expect([answer.status, answer.headers.get('x-test'), answer.headers.get('content-length')]).toEqual([
      200,
      '1',
      '5',
    ])
    expect(answer.body).toBeNull()
  })

  test('HEAD cancels the unread body', async () => {
    const cancel = vi.fn()
    const GET = async () => new Response(new ReadableStream({ cancel }, { highWaterMark: 0 }))
    await methods({ GET }).HEAD(request('HEAD'), CONTEXT)
    expect(cancel).toHaveBeenCalledOnce()
  })

  test('a HEAD handler of its own is preferred', async () => {
    const GET = vi.fn(hello)
    const HEAD = async () => new Response(null, { status: 299 })
    expect((await methods({ GET, HEAD }).HEAD(request('HEAD'), CONTEXT)).status).toBe(299)
    expect(GET).not.toHaveBeenCalled()
  })
})
