import { beforeEach, expect, test, vi } from 'vitest'
import { logHeldLines, logSome } from '#lib/log-some.ts'
import { dropSingletons } from '#lib/singleton.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'

beforeEach(() => dropSingletons(new Set()))
beforeEach(stopClock)

const listen = () => {
  const lines: Record<string, unknown>[] = []
  vi.spyOn(console, 'log').mockImplementation(line => void lines.push(JSON.parse(String(line))))
  return lines
}
const say = (code: string, request: string) =>
  logSome('warn', 'trouble', { kind: { code }, most: 2, fields: { request } })

test('lines of one kind are limited each minute, and a last line counts the omitted ones', async () => {
  const lines = listen()
  for (const request of ['a', 'b', 'c', 'd', 'e']) say('x', request)
  say('y', 'f')
  expect(lines.map(({ request }) => request)).toEqual(['a', 'b', 'f'])
  await passMs(60_000)
  expect(lines.slice(3)).toEqual([
    { time: expect.any(String), level: 'warn', event: 'trouble', code: 'x', more: 3 },
  ])
  say('x', 'g')
  expect(lines.at(-1)).toMatchObject({ request: 'g' })
})

test('the reference of omitted lines is that of the last one of their kind', () => {
  listen()
  expect(['a', 'b', 'c', 'd'].map(request => say('x', request))).toEqual(['a', 'b', 'b', 'b'])
  expect(say('y', 'e')).toBe('e')
})

test('a desk that ends in the middle of a minute logs its omitted lines, once', async () => {
  const lines = listen()
  for (const request of ['a', 'b', 'c']) say('x', request)
  say('y', 'd')
  logHeldLines()
  logHeldLines()
  await passMs(60_000)
  expect(lines.slice(3)).toMatchObject([{ code: 'x', more: 1 }])
})
