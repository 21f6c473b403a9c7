import { expect, test } from 'vitest'
import { isOver } from '#lib/jobs/is-over.ts'

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
])('a job that is %s is over: %s', (state, over) => expect(isOver({ state })).toBe(over))
