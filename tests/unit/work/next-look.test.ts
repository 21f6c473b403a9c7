import { describe, expect, test } from 'vitest'
import { toNextLook } from '#components/work/next-look.ts'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import type { WorkItem } from '#lib/work/contract.ts'

const SECOND = 1_000
const HEARD_AT = 1_000_000

function workOf(job: object): readonly WorkItem[] {
  return [{ kind: 'export', job: { state: 'preparing', eta_seconds: 60, ...job }, system: null } as WorkItem]
}

/** Returns the delay after a poll that fails so many ms after the last answer. */
function afterFailure(
  code: ErrorCode,
  { afterMs = 0, data = workOf({}) }: { afterMs?: number; data?: readonly WorkItem[] } = {},
) {
  const last = {
    data,
    error: new DeskError(code),
    dataUpdatedAt: HEARD_AT,
    errorUpdatedAt: HEARD_AT + afterMs,
  }
  return toNextLook(last, { running: 1 })
}

function whileWell(data: readonly WorkItem[] | undefined, running = 1) {
  return toNextLook({ data, error: null, dataUpdatedAt: HEARD_AT, errorUpdatedAt: 0 }, { running })
}

describe('the next poll of running work', () => {
  test('the next poll is soon when work may end, later while it waits, and never when all ended', () => {
    expect(whileWell(workOf({ eta_seconds: 1 }))).toBeLessThan(SECOND)
    expect(whileWell(workOf({}))).toBe(SECOND)
    expect(whileWell(workOf({ state: 'paused' }))).toBeGreaterThan(SECOND)
    expect(whileWell(workOf({ state: 'ready' }))).toBe(false)
    expect(whileWell(undefined, 0)).toBe(false)
  })

  test.each(['database_unavailable', 'unavailable', 'busy', 'internal', 'desk_unreachable'] as const)(
    'polling continues after %s, which is temporary',
    code => expect(afterFailure(code)).toBe(SECOND),
  )

  test.each(['signed_out', 'other_account', 'forbidden'] as const)('polling stops after %s', code =>
    expect(afterFailure(code)).toBe(false),
  )

  test('a poll after a failure comes a second later, and ever less often as the failure lasts', () => {
    const data = workOf({ eta_seconds: 1 })
    const waits = [0, 1, 2, 4, 60].map(seconds =>
      afterFailure('desk_unreachable', { data, afterMs: seconds * SECOND }),
    )
    expect(waits).toEqual([1, 1, 2, 4, 5].map(seconds => seconds * SECOND))
  })

  test('a job known only to the page is polled again when the first poll failed', () => {
    const last = { data: undefined, error: new DeskError('busy'), dataUpdatedAt: 0, errorUpdatedAt: HEARD_AT }
    expect(toNextLook(last, { running: 1 })).toBeGreaterThanOrEqual(SECOND)
    expect(toNextLook(last, { running: 0 })).toBe(false)
  })
})
