import { expect, test } from 'vitest'
import {
  afterFailure,
  afterPause,
  afterSuccess,
  type Bisection,
  nextRound,
  seemsDown,
  startBisection,
} from '#lib/imports/send/bisect.ts'

const apart = (rows: number[]) => ({ rows, wasApart: true })
const failing = (times: number, from = startBisection()): Bisection =>
  Array.from({ length: times }).reduce<Bisection>(
    bisection => afterFailure(bisection, { rows: [1, 2], wasApart: false }),
    from,
  )

test('each round halves the groups, down to a single row, and begins with the first', () => {
  const sizes = [37, 19, 10, 5, 3, 2, 1]
  for (const [index, size] of sizes.entries()) {
    const rows = Array.from({ length: size }, (_, row) => row + 2)
    const next = nextRound(afterFailure(startBisection(), apart(rows)))
    expect(next).toMatchObject({ size: sizes[index + 1] ?? 1, after: 0 })
  }
})

test('the group after a failed one is the next', () => {
  const first = afterFailure(startBisection(), apart([4, 9, 6]))
  expect(first).toMatchObject({ after: 9, smallest: 3 })
  expect(afterFailure(first, apart([12, 30, 31, 40]))).toMatchObject({ after: 40, smallest: 3 })
})

test('a service seems down after four failures in a row, and after twelve if it takes others', () => {
  expect([seemsDown(failing(3)), seemsDown(failing(4))]).toEqual([false, true])
  const proven = afterSuccess(failing(1))
  expect([seemsDown(failing(11, proven)), seemsDown(failing(12, proven))]).toEqual([false, true])
})

test('a success after a failure proves that the service takes others, until a pause', () => {
  expect(afterSuccess(startBisection()).proven).toBe(false)
  const proven = afterSuccess(failing(1))
  expect(proven).toMatchObject({ proven: true, failures: 0 })
  expect(afterPause(failing(5, proven))).toMatchObject({ proven: false, failures: 0, failed: true })
})
