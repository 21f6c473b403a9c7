import { expect, test, vi } from 'vitest'
import { log } from '#lib/log.ts'

test('an event is one line of JSON, whatever is in it', () => {
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

test('errors go to standard error, the rest to standard output', () => {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {})
  const err = vi.spyOn(console, 'error').mockImplementation(() => {})
  log('warn', 'w')
  log('error', 'e')
  expect([out.mock.calls.length, err.mock.calls.length]).toEqual([1, 1])
})
