import { expect, test, vi } from 'vitest'
import { inTurn } from '#lib/desk-api/in-turn.ts'
import { DeskError } from '#lib/errors.ts'

const busy = (retryAfterSeconds?: number) =>
  new DeskError('busy', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })

test('a request that finds the desk busy is repeated after the time that the desk gives', async () => {
  vi.useFakeTimers()
  const ask = vi
    .fn()
    .mockRejectedValueOnce(busy(14))
    .mockRejectedValueOnce(busy(3))
    .mockResolvedValue('saved')
  const answer = inTurn(ask)
  await vi.advanceTimersByTimeAsync(13_999)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(ask).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await answer).toBe('saved')
})

test('a request that would wait longer than two minutes in all fails as busy', async () => {
  vi.useFakeTimers()
  const ask = vi.fn().mockRejectedValue(busy(50))
  const refused = expect(inTurn(ask)).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 50 })
  await vi.advanceTimersByTimeAsync(100_000)
  await refused
  expect(ask).toHaveBeenCalledTimes(3)
})

test.each([busy(), new DeskError('outcome_unknown', { retryAfterSeconds: 1 }), new DeskError('invalid')])(
  'any other error is thrown at once: %s',
  async thrown => {
    const ask = vi.fn().mockRejectedValue(thrown)
    await expect(inTurn(ask)).rejects.toBe(thrown)
    expect(ask).toHaveBeenCalledTimes(1)
  },
)
