import { beforeEach, expect, test, vi } from 'vitest'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import { noteDenied } from '#lib/handlers/error-response.ts'
import { dropSingletons } from '#lib/singleton.ts'

beforeEach(() => {
  dropSingletons(new Set())
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

function deny(code: ErrorCode, times = 1): unknown[] {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {})
  const request = new Request('https://desk.example.test/api/v1/employees/7?q=Erika', { method: 'DELETE' })
  for (let index = 0; index < times; index++) noteDenied(new DeskError(code), request)
  return out.mock.calls.map(([line]) => JSON.parse(String(line)))
}

test('a denial is logged as a security event: with the request, without its sender', () => {
  expect(deny('foreign_origin')).toEqual([
    {
      time: expect.any(String),
      level: 'warn',
      event: 'denied',
      kind: 'security',
      code: 'foreign_origin',
      method: 'DELETE',
      path: '/api/v1/employees/7',
      request: expect.stringMatching(/^[a-z2-9]{10}$/),
    },
  ])
})

test('ten thousand denials of one kind are two log lines a minute', () => {
  expect(deny('signed_out', 10_000)).toHaveLength(1)
  const lines = deny('forbidden')
  vi.advanceTimersByTime(60_000)
  const out = vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(String(line)))
  expect(lines).toHaveLength(2)
  expect(out.slice(2)).toEqual([expect.objectContaining({ code: 'signed_out', more: 9999 })])
  expect(deny('signed_out').at(-1)).toMatchObject({ code: 'signed_out', method: 'DELETE' })
})

test('other errors are not logged as denials', () => {
  for (const code of ['not_found', 'invalid', 'internal', 'busy'] as const) expect(deny(code)).toEqual([])
})
