import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { takeOut } from '#tests/nightly/guards/mutation.ts'
import { MUTATIONS } from '#tests/nightly/guards/mutations.ts'

/** Faults of the rows that `npm run test:guards` would find only after minutes. */
describe('the rows of the guards', () => {
  test('the rows of the guards have unique names', () => {
    const ids = MUTATIONS.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  test('the rows of the guards match the code exactly once', () => {
    const stale = MUTATIONS.filter(row => takeOut(row, readFileSync(row.file, 'utf8')) === null)
    expect(stale.map(({ id }) => id)).toEqual([])
  })

  test('the rows of the guards name existing tests', () => {
    for (const { id, tests } of MUTATIONS) for (const path of tests) expect(existsSync(path), id).toBe(true)
  })
})
