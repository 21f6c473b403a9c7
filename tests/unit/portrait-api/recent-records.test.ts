import { expect, test } from 'vitest'
import { RecentRecords } from '#lib/portrait-api/recent-records.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'

const MAX = 50_000

test('no record is known before the service has sent one', () => {
  expect(new RecentRecords().lastSeen(1, 1000)).toBeNull()
})

test('a record expires', async () => {
  stopClock()
  const recent = new RecentRecords()
  recent.see(readyEmployee())
  await passMs(1000)
  expect(recent.lastSeen(1, 1000)).toEqual(readyEmployee())
  expect(recent.lastSeen(1, 999)).toBeNull()
})

test('the last record counts, including a withdrawn approval', () => {
  const recent = new RecentRecords()
  recent.see(readyEmployee())
  const withdrawn = photoOf(1, { approved: false })
  recent.see(readyEmployee({ photo: withdrawn }))
  expect(recent.lastSeen(1, 1000)?.photo).toEqual(withdrawn)
})

test('a deleted employee is forgotten', () => {
  const recent = new RecentRecords()
  recent.see(readyEmployee())
  recent.forget(1)
  expect(recent.lastSeen(1, 1000)).toBeNull()
})

test('memory is limited, and the record seen longest ago is forgotten first', () => {
  const recent = new RecentRecords()
  const person = readyEmployee()
  for (let id = 1; id <= MAX; id += 1) recent.see({ ...person, id })
  recent.see({ ...person, id: 1 })
  recent.see({ ...person, id: MAX + 1 })
  expect([1, 2, 3].map(id => recent.lastSeen(id, 60_000) !== null)).toEqual([true, false, true])
})

test('an answer requested before a newer one adds nothing', () => {
  const recent = new RecentRecords()
  const withdrawn = photoOf(1, { approved: false })
  recent.see(readyEmployee({ photo: withdrawn }), { sentAt: 20 })
  recent.see(readyEmployee(), { sentAt: 10 })
  expect(recent.lastSeen(1)?.photo).toEqual(withdrawn)
  recent.see(readyEmployee(), { sentAt: 30 })
  expect(recent.lastSeen(1)?.photo).toEqual(photoOf(1))
})

test.each([
  ['before', 5],
  ['after', 15],
])('a list requested during a save, and arrived %s it, does not restore the old name', (_, at) => {
  const recent = new RecentRecords()
  const [old, saved] = [readyEmployee(), readyEmployee({ last_name: 'Neu', uploaded_at: null })]
  const read = readyEmployee({ photo: photoOf(1, { approved: false }) })
  const see = [
    [5, () => recent.see(old, { sentAt: 2, seenAt: 5 })],
    [10, () => recent.see(saved, { sentAt: 0, seenAt: 10, isWrite: true })],
    [at, () => recent.see(read, { sentAt: 3, seenAt: at })],
  ] as const
  for (const [, run] of see.toSorted(([a], [b]) => a - b)) run()
  expect(recent.lastSeen(1)).toMatchObject({ last_name: 'Neu', photo: { approved: false } })
  recent.see(old, { sentAt: 20 })
  expect(recent.lastSeen(1)).toEqual(old)
})

test('sizes count from the moment of their request, and older ones do not replace them', () => {
  const recent = new RecentRecords()
  expect(recent.recallSizes(0)).toBeNull()
  const sizes = [{ index: 0, label: 'Web', width: 600, height: 800 }]
  recent.seeSizes(sizes, 20)
  recent.seeSizes([], 10)
  expect(recent.recallSizes(20)).toEqual(sizes)
  expect(recent.recallSizes(21)).toBeNull()
})
