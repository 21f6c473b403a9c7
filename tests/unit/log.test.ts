import { AsyncResource } from 'node:async_hooks'
import { expect, test, vi } from 'vitest'
import { log } from '#lib/log.ts'
import { enterRequest } from '#lib/request-context.ts'

test('an event is one line of JSON, whatever it contains', () => {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {})
  log('info', 'export_ended', { export: 'a\nb"c', done: 3, error: null, absent: undefined })
  const [line] = out.mock.calls[0] ?? []
  expect(line).not.toContain('\n')
  expect(JSON.parse(line)).toEqual({
    time: expect.any(String),
    level: 'info',
    event: 'export_ended',
    export: 'a\nb"c',
    done: 3,
    error: null,
  })
})

test('input cannot begin a line of the log, or turn one around', () => {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {})
  const sent = 'x\r\n{"level":"error"}\u0085\u2028\u2029\u202e\u2066\u007f\u009b31m\u001b[2J'
  log('info', 'e', { sent })
  const line = String(out.mock.calls[0]?.[0])
  expect(line).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(line).sent).toBe(sent)
})

test('errors are logged to standard error, and the rest to standard output', () => {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {})
  const err = vi.spyOn(console, 'error').mockImplementation(() => {})
  log('warn', 'w')
  log('error', 'e')
  expect([out.mock.calls.length, err.mock.calls.length]).toEqual([1, 1])
})

test('a line is logged with the id of its own request, also after a wait', async () => {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {})
  const run = async (id: string) => {
    enterRequest(id)
    await Promise.resolve()
    log('info', 'done', { of: id })
  }
  await Promise.all([
    new AsyncResource('a').runInAsyncScope(run, null, 'a'),
    new AsyncResource('b').runInAsyncScope(run, null, 'b'),
  ])
  expect(out.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { of: 'a', request: 'a' },
    { of: 'b', request: 'b' },
  ])
})
