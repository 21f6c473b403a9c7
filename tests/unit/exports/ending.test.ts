import { expect, test } from 'vitest'
import { toEnding } from '#lib/exports/ending.ts'

const ready = { state: 'ready' as const, error: null, total: 8, done: 8, failed: 0 }

test.each([
  ['is ready with all its photos', ready, 'ready'],
  ['is ready with all that could be had', { ...ready, done: 7, failed: 1 }, 'ready'],
  ['that holds nobody is ready', { ...ready, total: 0, done: 0 }, 'ready'],
  ['was cancelled while it was fetched again', { ...ready, done: 3 }, 'cancelled'],
  ['failed while it was fetched again', { ...ready, done: 3, error: 'unknown_size' }, 'failed'],
  ['failed at its end while it was fetched again', { ...ready, error: 'disk_full' }, 'failed'],
  ['was cancelled before it was ever ready', { ...ready, state: 'cancelled' as const, done: 3 }, 'cancelled'],
  ['is not kept any more', { ...ready, state: 'expired' as const, done: 3 }, 'expired'],
])('an archive that %s', (_, job, ending) => {
  expect(toEnding(job)).toBe(ending)
})
