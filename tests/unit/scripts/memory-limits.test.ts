import { expect, test } from 'vitest'
import { toAllocatorEnv, toHeapOptions } from '#scripts/memory-limits.ts'

const MIB = 1024 * 1024
const NONE = 2 ** 64
const MACHINE = 24 * 1024 * MIB

/** Returns the heap limit in megabytes. */
function heapOf(limit: number, machine = MACHINE): number {
  const [option = ''] = toHeapOptions(limit, '', machine)
  return Number(/^--max-old-space-size=(\d+)$/.exec(option)?.[1])
}

test.each([
  [256, 160],
  [512, 216],
  [768, 408],
  [1024, 512],
  [8192, 512],
])('the heap in a container with %i MiB may take %i', (container, heap) =>
  expect(heapOf(container * MIB)).toBe(heap),
)

test('the memory of the machine counts without a limit', () => {
  for (const none of [0, NONE]) {
    expect(heapOf(none)).toBe(512)
    expect(heapOf(none, 512 * MIB)).toBe(216)
  }
})

test.each(['--max-old-space-size=900', '--trace-gc --max_old_space_size=900'])(
  'an operator’s own option %s is kept',
  options => expect(toHeapOptions(1024 * MIB, options)).toEqual([]),
)

test('other options of Node are kept', () => {
  expect(toHeapOptions(1024 * MIB, '--trace-gc', MACHINE)).toEqual([
    '--max-old-space-size=512',
    '--max-semi-space-size=16',
  ])
})

test('the allocator has two heaps, unless the operator sets another number', () => {
  expect(toAllocatorEnv({})).toEqual({ MALLOC_ARENA_MAX: '2' })
  expect(toAllocatorEnv({ MALLOC_ARENA_MAX: '4' })).toEqual({ MALLOC_ARENA_MAX: '4' })
})
