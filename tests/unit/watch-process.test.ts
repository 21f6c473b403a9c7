import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs a process that watches itself and then executes this code. */
function run(code: string) {
  const script = `
    import { watchProcess } from '#lib/process/watch-process.ts'
    import { redirectConsole } from '#lib/process/redirect-console.ts'
    process.on('uncaughtException', error => console.error('framework', error))
    process.on('unhandledRejection', error => console.error('framework', error))
    redirectConsole()
    watchProcess()
    ${code}`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=react-server', '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  )
  const lines = `${stdout}${stderr}`.split('\n').filter(Boolean)
  return { status, text: lines.join('\n'), events: lines.map(line => JSON.parse(line)) }
}

test('an uncaught exception is logged in one line and ends the process', () => {
  const { status, events, text } = run(`
    setTimeout(() => console.log('still here'), 500)
    setTimeout(() => { throw new TypeError('CANARY\\nCANARY') })`)
  expect(status).toBe(1)
  expect(events).toEqual([
    expect.objectContaining({
      level: 'error',
      event: 'uncaught_exception',
      error: 'TypeError',
    }),
  ])
  expect(text).not.toContain('CANARY')
})

test('an unhandled rejection is logged, and the process continues', () => {
  const { status, events, text } = run(`
    Promise.reject(new RangeError('CANARY'))
    setTimeout(() => console.log('still here'), 50)`)
  expect(status).toBe(0)
  const noted = events.find(({ event }) => event === 'unhandled_rejection')
  expect(noted?.error).toBe('RangeError')
  expect(events).toContainEqual(expect.objectContaining({ event: 'console', words: 'still here' }))
  expect(text).not.toContain('CANARY')
})

test('foreign console output becomes events: errors without text, words without colours', () => {
  const { events, text } = run(`
    console.error(' \\u001b[31mx\\u001b[0m ', new Error('CANARY'), 'CANARY')
    console.warn('\\u001b[33mattention\\u001b[0m', 7, { secret: 'CANARY' })
    console.log('')
    console.log('{"time":"now","event":"own"}')`)
  expect(events).toHaveLength(3)
  expect(events).toContainEqual({ time: 'now', event: 'own' })
  expect(events.find(({ level }) => level === 'error')?.error).toBe('Error')
  expect(events.find(({ level }) => level === 'warn')).toMatchObject({
    event: 'console',
    words: 'attention number object',
  })
  expect(text).not.toContain('CANARY')
})
