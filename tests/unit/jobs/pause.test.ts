import { expect, test } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { toPauseReason } from '#lib/jobs/pause.ts'

test.each(['activity_unwritable', 'not_recorded'] as const)(
  'a log that cannot be written for want of the database (%s) is no matter of the person whom the call was about',
  code => {
    const cause = new DeskError('database_unavailable')
    expect(toPauseReason(new DeskError(code, { cause }))).toBe('database_unavailable')
    expect(toPauseReason(new DeskError(code, { cause: new Error('A bug.') }))).toBeNull()
  },
)
