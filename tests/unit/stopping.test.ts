import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'
import { until } from '#tests/support/until.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGUSR2'] as const

/** Signals of the tests must not reach the listeners of the test runner. */
beforeEach(() => {
  const before = SIGNALS.map(signal => [signal, process.listeners(signal)] as const)
  for (const signal of SIGNALS) process.removeAllListeners(signal)
  onTestFinished(() => {
    for (const [signal, listeners] of before) {
      process.removeAllListeners(signal)
      for (const listener of listeners) process.on(signal, listener)
    }
  })
  vi.spyOn(console, 'log').mockImplementation(() => {})
})

async function listen(settings: Record<string, string> = {}) {
  applySettings(settings)
  const end = vi.fn()
  for (const signal of SIGNALS.slice(0, 2)) process.on(signal, end)
  const stopping = await import('#lib/process/stopping.ts')
  stopping.listenForStop()
  return { ...stopping, end }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a desk that receives %s says so at once, and ends when its last work is done',
  async signal => {
    const { doBeforeEnd, isStopping, end } = await listen()
    const work = Promise.withResolvers<void>()
    doBeforeEnd(() => work.promise)
    process.emit(signal, signal)
    // A supervisor may signal the whole group, and the launcher does so as well.
    process.emit(signal, signal)
    expect(isStopping()).toBe(true)
    await new Promise(setImmediate)
    expect(end).not.toHaveBeenCalled()
    work.resolve()
    await until('it is ended', () => end.mock.calls.length > 0)
    expect(end).toHaveBeenCalledWith(signal)
  },
)

test('a desk ends at once without last work, or when it fails or never ends', async () => {
  const { doBeforeEnd, end } = await listen({ STOP_SECONDS: '0' })
  process.emit('SIGTERM', 'SIGTERM')
  await until('it is ended', () => end.mock.calls.length === 1)
  doBeforeEnd(() => Promise.reject(new Error('The database is away.')))
  process.emit('SIGTERM', 'SIGTERM')
  await until('it is ended all the same', () => end.mock.calls.length === 2)
  doBeforeEnd(() => new Promise(() => {}))
  process.emit('SIGTERM', 'SIGTERM')
  await until('it is ended all the same', () => end.mock.calls.length === 3)
})

test('a desk that is only warned does not end', async () => {
  const { isStopping, end } = await listen()
  process.emit('SIGUSR2', 'SIGUSR2')
  await new Promise(setImmediate)
  expect([isStopping(), end.mock.calls.length]).toEqual([true, 0])
})
