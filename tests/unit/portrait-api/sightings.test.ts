import { expect, test } from 'vitest'
import { Sightings } from '#lib/portrait-api/sightings.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'

const MAX = 50_000

test('nobody was seen before the service has told of them', () => {
  expect(new Sightings().recall(1, 1000)).toBeNull()
})

test('a sighting counts only so long', async () => {
  stopClock()
  const sightings = new Sightings()
  sightings.see(readyEmployee())
  await passMs(1000)
  expect(sightings.recall(1, 1000)).toEqual(photoOf(1))
  expect(sightings.recall(1, 999)).toBeNull()
})

test('the last sighting counts: an approval that was withdrawn is gone', () => {
  const sightings = new Sightings()
  sightings.see(readyEmployee())
  const withdrawn = photoOf(1, { approved: false })
  sightings.see(readyEmployee({ photo: withdrawn }))
  expect(sightings.recall(1, 1000)).toEqual(withdrawn)
})

test('who was deleted is forgotten', () => {
  const sightings = new Sightings()
  sightings.see(readyEmployee())
  sightings.forget(1)
  expect(sightings.recall(1, 1000)).toBeNull()
})

test('memory is bounded: who was seen longest ago is forgotten first', () => {
  const sightings = new Sightings()
  const person = readyEmployee()
  for (let id = 1; id <= MAX; id += 1) sightings.see({ ...person, id })
  sightings.see({ ...person, id: 1 })
  sightings.see({ ...person, id: MAX + 1 })
  expect([1, 2, 3].map(id => sightings.recall(id, 60_000) !== null)).toEqual([true, false, true])
})

test('an answer that was asked for before one that has come already tells nothing new', () => {
  const sightings = new Sightings()
  const withdrawn = photoOf(1, { approved: false })
  sightings.see(readyEmployee({ photo: withdrawn }), 20)
  sightings.see(readyEmployee(), 10)
  expect(sightings.lastSeen(1)?.photo).toEqual(withdrawn)
  sightings.see(readyEmployee(), 30)
  expect(sightings.lastSeen(1)?.photo).toEqual(photoOf(1))
})

test('the sizes count from the moment at which they were asked for, and older ones do not take their place', () => {
  const sightings = new Sightings()
  expect(sightings.recallSizes(0)).toBeNull()
  const sizes = [{ index: 0, label: 'Web', width: 600, height: 800 }]
  sightings.seeSizes(sizes, 20)
  sightings.seeSizes([], 10)
  expect(sightings.recallSizes(20)).toEqual(sizes)
  expect(sightings.recallSizes(21)).toBeNull()
})
