import { expect, test } from 'vitest'
import type { WorkItem } from '#lib/work/contract.ts'
import { isUnderWay, measureWork } from '#lib/work/measure-work.ts'

const NOBODY = { created: 0, updated: 0, refused: 0, unknown: 0, waiting: 0 }

function work(kind: WorkItem['kind'], job: object): WorkItem {
  return { kind, job, system: null } as unknown as WorkItem
}

const exported = (job: object) =>
  work('export', { state: 'preparing', error: null, total: 10, done: 0, failed: 0, gone: 0, ...job })
const batch = (job: object) => work('batch', { state: 'running', total: 10, done: 0, failed: 0, ...job })
const imported = ({ counts = {}, ...job }: { counts?: object; state?: string; planned?: number }) =>
  work('import', { state: 'sending', planned: 20, ...job, counts: { ...NOBODY, ...counts } })

test('all work in progress counts together, whether it succeeds or not', () => {
  const items = [
    exported({ done: 4, failed: 1 }),
    batch({ done: 5, state: 'paused' }),
    imported({ counts: { waiting: 10 } }),
    exported({ state: 'ready', done: 10 }),
  ]
  expect(measureWork(items)).toEqual({ running: 3, paused: 1, ended: 1, share: 0.5, trouble: false })
})

test('the share of work is unknown while its total is unknown', () => {
  expect(measureWork([exported({ total: null })]).share).toBeNull()
  expect(measureWork([])).toEqual({ running: 0, paused: 0, ended: 0, share: null, trouble: false })
})

test('a cancelled import is running until its last call has returned', () => {
  expect(isUnderWay(imported({ state: 'cancelled', counts: { waiting: 3 } }))).toBe(true)
  expect(isUnderWay(imported({ state: 'cancelled' }))).toBe(false)
})

test.each([
  ['a download that failed', exported({ state: 'failed' })],
  ['a download that failed when it was fetched again', exported({ state: 'ready', error: 'disk_full' })],
  ['photos that are missing', exported({ state: 'ready', done: 9, failed: 1 })],
  ['people who could not be changed', batch({ state: 'done', failed: 2 })],
  ['rows that were refused', imported({ state: 'done', counts: { refused: 1 } })],
  ['rows of which nobody knows', imported({ state: 'done', counts: { unknown: 1 } })],
  [
    'photos that are missing beside those of deleted people',
    exported({ state: 'ready', done: 7, failed: 3, gone: 2 }),
  ],
])('the last end is marked when it needs attention: %s', (_, item) => {
  const fine = exported({ state: 'ready', done: 10 })
  expect(measureWork([item, fine]).trouble).toBe(true)
  expect(measureWork([fine, item]).trouble).toBe(false)
})

test('a download that lacks only people deleted since has ended well', () => {
  expect(measureWork([exported({ state: 'ready', done: 8, failed: 2, gone: 2 })]).trouble).toBe(false)
})
