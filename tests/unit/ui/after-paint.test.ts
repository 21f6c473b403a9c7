import { beforeEach, expect, test, vi } from 'vitest'
import { afterPaint } from '#components/ui/browser/after-paint.ts'

/** Callbacks that wait for the next frame. */
const frames = new Map<number, () => void>()
const paint = () => {
  for (const [id, run] of frames) {
    frames.delete(id)
    run()
  }
}

beforeEach(() => {
  frames.clear()
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    frames.set(frames.size + 1, run)
    return frames.size
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
})

test('work set off by a key begins after the next frame', () => {
  const run = vi.fn()
  afterPaint(run)
  vi.runAllTimers()
  expect(run).not.toHaveBeenCalled()
  paint()
  expect(run).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
})

test('work after a paint can be cancelled before the frame and after it', () => {
  const run = vi.fn()
  afterPaint(run)()
  paint()
  vi.runAllTimers()
  const callOff = afterPaint(run)
  paint()
  callOff()
  vi.runAllTimers()
  expect(run).not.toHaveBeenCalled()
})
