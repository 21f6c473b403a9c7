import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeError } from '#lib/describe-error.ts'
import { DeskError } from '#lib/errors.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const withStack = (error: Error, ...frames: string[]) =>
  Object.assign(error, { stack: [`${error.name}: ${error.message}`, ...frames].join('\n') })
const atOurs = (path: string) => `    at work (${join(process.cwd(), path)}:12:3)`

describe('an error', () => {
  test('an error is described by its name and place, without foreign text', () => {
    const told = describeError(new TypeError('pk_canary\n    at forged (/pk_canary.ts:1:1)'))
    expect(told.error).toBe('TypeError')
    expect(told.at).toMatch(/^tests\/unit\/describe-error\.test\.ts:\d+$/)
    expect(describeError(withStack(new Error('CANARY'), '    at x (/srv/node_modules/y/z.js:3:4)'))).toEqual({
      error: 'Error',
      at: expect.stringMatching(/node_modules\/y\/z\.js:3$/),
    })
  })

  test('an error from our sources is described with its own text and its callers', () => {
    const error = withStack(
      new Error('This must not be.'),
      atOurs('lib/a.ts'),
      '    at node:internal/x:1:1',
      '    at y (/srv/node_modules/y/z.js:3:4)',
      atOurs('app/b.tsx'),
    )
    expect(describeError(error)).toEqual({
      error: 'Error: This must not be.',
      at: 'lib/a.ts:12 < app/b.tsx:12',
    })
    expect(describeError(withStack(new Error('x'.repeat(999)), atOurs('lib/a.ts'))).error).toHaveLength(207)
  })

  test('a system error is described by its codes, never by its text, which may hold a path', () => {
    const full = Object.assign(new Error('CANARY'), { code: 'ENOSPC', syscall: 'write', path: '/CANARY' })
    expect(describeError(withStack(full, atOurs('lib/a.ts'))).error).toBe('Error ENOSPC write')
    const sqlite = Object.assign(new Error('CANARY'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
    expect(describeError(withStack(sqlite, atOurs('lib/a.ts'))).error).toBe('Error ERR_SQLITE_ERROR 13')
    const strange = Object.assign(new TypeError('CANARY'), { code: 'CANARY of somebody' })
    expect(describeError(strange).error).toBe('TypeError')
  })

  test('an error is described with its causes, at the place of the innermost', () => {
    const cause = withStack(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), atOurs('lib/inner.ts'))
    const outer = withStack(new DeskError('internal', { cause }), atOurs('lib/outer.ts'))
    expect(describeError(outer)).toEqual({
      error: 'DeskError internal < Error ECONNREFUSED',
      at: 'lib/inner.ts:12',
    })
    const itself: Error = new Error('x')
    itself.cause = itself
    expect(describeError(itself).error).toBe('Error')
  })

  test('an error of a built desk is described by its place in the sources', () => {
    const folder = createTempFolder()
    mkdirSync(join(folder, 'chunks'))
    const file = join(folder, 'chunks', 'a.js')
    const sources = [join(process.cwd(), 'lib/store/database.ts')]
    // One mapping: column 6 of the first line is line 4, column 1 of the source.
    writeFileSync(`${file}.map`, JSON.stringify({ version: 3, sources, names: [], mappings: 'MAGC' }))
    const thrown = withStack(new Error('The database is gone.'), `    at x (${file}:1:9)`)
    expect(describeError(thrown)).toEqual({
      error: 'Error: The database is gone.',
      at: 'lib/store/database.ts:4',
    })
    writeFileSync(`${file}.map`, 'no map')
    expect(describeError(withStack(new Error('x'), `    at x (${file}:1:10)`)).error).toBe('Error')
  })

  test('a thrown value that is not an error is not described', () => {
    expect(describeError('CANARY')).toEqual({ error: 'not an error' })
    expect(describeError(Object.assign(new Error('CANARY'), { stack: undefined }))).toEqual({
      error: 'Error',
    })
  })
})
