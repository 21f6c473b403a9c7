import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { takeOut } from '#tests/nightly/guards/mutation.ts'
import { MUTATIONS } from '#tests/nightly/guards/mutations.ts'

/** What `npm run test:guards` would find only after minutes. */
describe('the rows of the guards', () => {
  test('have one name each', () => {
    const ids = MUTATIONS.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  test('fit the code: what they take away stands there once', () => {
    const stale = MUTATIONS.filter(row => takeOut(row, readFileSync(row.file, 'utf8')) === null)
    expect(stale.map(({ id }) => id)).toEqual([])
  })

  test('name tests that there are', () => {
    for (const { id, tests } of MUTATIONS) for (const path of tests) expect(existsSync(path), id).toBe(true)
  })
})
