import { expect, test } from 'vitest'
import { isFinished } from '#lib/jobs/is-finished.ts'

test.each([
  ['preparing', false],
  ['running', false],
  ['sending', false],
  ['paused', false],
  ['ready', true],
  ['done', true],
  ['failed', true],
  ['cancelled', true],
  ['expired', true],
])('a job that is %s has finished: %s', (state, over) => expect(isFinished({ state })).toBe(over))
