import { expect, test } from 'vitest'
import { planRun, whyReview } from '#lib/deliveries/run/plan-run.ts'
import { atOnce } from '#lib/in-slices.ts'
import type { DeliveryPlaceRow } from '#lib/store/delivery-rows.ts'
import { planOptions } from '#tests/support/export-plan.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'

const PEOPLE = [1, 2, 3].map(id => readyEmployee({ id }))
const OPTIONS = { ...planOptions(), address: [], places: [] }

/** Returns the places after a plan has been carried out. */
function toPlaces(people = PEOPLE): DeliveryPlaceRow[] {
  return atOnce(planRun(people, OPTIONS)).items.map(({ employee_id, person, photo }) => ({
    employee_id,
    person,
    edited_at: photo?.edited_at ?? '',
    form: photo?.form ?? '',
    receipt: { places: photo?.files.map(({ name }) => name) ?? [], version: null },
    state: 'there',
    reason: null,
    problem: null,
    delivered_at: '2026-11-20T02:00:00.000Z',
    checked_at: null,
    removed_at: null,
    removed_by: null,
  }))
}

function changesOf(people = PEOPLE, options: Partial<Parameters<typeof planRun>[1]> = {}) {
  const { items, unchanged } = atOnce(planRun(people, { ...OPTIONS, places: toPlaces(), ...options }))
  return { unchanged, items: items.map(({ employee_id, action, reason }) => [employee_id, action, reason]) }
}

test('a plan contains only differences: new, changed and removed photos', () => {
  expect(changesOf()).toEqual({ unchanged: 3, items: [] })
  const edited = readyEmployee({ id: 1, photo: photoOf(1, { edited_at: '2026-11-21T09:00:00+01:00' }) })
  const retake = readyEmployee({ id: 2, status: 'retake', photo: photoOf(2, { approved: false }) })
  const newcomer = readyEmployee({ id: 4 })
  expect(changesOf([edited, retake, newcomer])).toEqual({
    unchanged: 0,
    items: [
      [1, 'change', 'new_photo'],
      [4, 'add', null],
      [2, 'remove', 'withdrawn'],
      [3, 'remove', 'left'],
    ],
  })
})

test('a delivery of people selected one by one still removes withdrawn photos', () => {
  const scope = { kind: 'people' as const, employee_ids: [1, 2, 3, 4] }
  const retake = readyEmployee({ id: 3, status: 'retake', photo: photoOf(3, { approved: false }) })
  const unclear = readyEmployee({ id: 2, status: 'reviewed_twice' })
  expect(changesOf([...PEOPLE.slice(0, 1), unclear, retake], { scope })).toEqual({
    unchanged: 1,
    items: [
      [3, 'remove', 'withdrawn'],
      [2, 'cannot', 'unknown_status'],
    ],
  })
})

test('a delivery of a search adds no similar name when the last match has left', () => {
  const scope = { kind: 'filter' as const, filters: { q: 'anna muster' } }
  const anna = readyEmployee({ id: 1, first_name: 'Anna', last_name: 'Muster' })
  const other = readyEmployee({ id: 2, first_name: 'Anna', last_name: 'Musters' })
  const places = toPlaces([anna])
  // A longer name contains the searched one, so it is found and meant.
  expect(changesOf([anna, other], { scope, places }).items).toEqual([[2, 'add', null]])
  const similar = readyEmployee({ id: 3, first_name: 'Anna', last_name: 'Mustre' })
  expect(changesOf([similar], { scope, places }).items).toEqual([[1, 'remove', 'left']])
})

test('two people with one file name keep theirs when the other one withdraws or returns', () => {
  const namesakes = [1, 2].map(id => readyEmployee({ id, mitarbeiternummer: '7' }))
  const [first, second] = namesakes
  const withdrawn = readyEmployee({ id: 1, mitarbeiternummer: '7', photo: photoOf(1, { approved: false }) })
  const places = toPlaces(namesakes)
  const changes = changesOf([withdrawn, ...(second ? [second] : [])], { places })
  expect(changes).toEqual({ unchanged: 1, items: [[1, 'remove', 'withdrawn']] })
  expect(changesOf(namesakes, { places: places.slice(1) })).toEqual({
    unchanged: 1,
    items: [[first?.id, 'add', 'duplicate_name']],
  })
})

test('an incomplete list removes no missing person, but removes a withdrawn photo', () => {
  const [, ...others] = PEOPLE
  expect(changesOf(others, { unreadable: 1 })).toEqual({ unchanged: 2, items: [] })
  expect(changesOf([], { unreadable: 0 })).toEqual({ unchanged: 0, items: [] })
  const retake = readyEmployee({ id: 2, status: 'retake', photo: photoOf(2, { approved: false }) })
  expect(changesOf([retake], { unreadable: 2 }).items).toEqual([[2, 'remove', 'withdrawn']])
})

test('an employee with an unknown status keeps the delivered photo and gets no new one', () => {
  const unknown = [1, 4].map(id => readyEmployee({ id, status: 'reviewed_twice' }))
  expect(changesOf([...unknown, ...PEOPLE.slice(1)]).items).toEqual([
    [1, 'cannot', 'unknown_status'],
    [4, 'cannot', 'unknown_status'],
  ])
})

test('an employee with an unclear approval or version keeps the delivered photo', () => {
  const unclear = [
    readyEmployee({ id: 1, photo: photoOf(1, { approved: false, approval_unread: true }) }),
    readyEmployee({ id: 2, photo: photoOf(2, { edited_at: null }) }),
  ]
  expect(changesOf([...unclear, ...PEOPLE.slice(2)])).toEqual({
    unchanged: 1,
    items: [
      [1, 'cannot', 'unclear_photo'],
      [2, 'cannot', 'unclear_photo'],
    ],
  })
})

test('a person without the address of the destination is not delivered', () => {
  const nobody = readyEmployee({ id: 4, email: ' ' })
  expect(changesOf([...PEOPLE, nobody], { address: ['email'] }).items).toEqual([[4, 'cannot', 'no_address']])
})

test('only an employee with a changed address is delivered again', () => {
  const [first, ...others] = PEOPLE
  if (!first) throw new Error('There are three of them.')
  const corrected = [{ ...first, email: 'right@example.com' }, ...others]
  expect(changesOf(corrected, { address: ['email'] }).items).toEqual([[first.id, 'change', 'other_address']])
  expect(changesOf(corrected, { address: ['mitarbeiternummer'] })).toEqual({ unchanged: 3, items: [] })
  expect(changesOf(corrected)).toEqual({ unchanged: 3, items: [] })
})

test('an employee without a number gets no file, but an account by email', () => {
  const nobody = readyEmployee({ id: 4, mitarbeiternummer: ' ' })
  expect(changesOf([...PEOPLE, nobody]).items).toEqual([[4, 'cannot', 'no_address']])
  expect(changesOf([...PEOPLE, nobody], { address: ['email'] }).items).toEqual([[4, 'add', null]])
})

test('a review is needed for the first run, another key and many removals', () => {
  const delivery = { confirmed_at: '2026-11-01', key_fingerprint: 'one', removals_percent: 50 }
  const run = { key_fingerprint: 'one', takes_all_away: false }
  const places = toPlaces()
  const ask = (people = PEOPLE, changes: { delivery?: object; run?: object } = {}) =>
    whyReview(atOnce(planRun(people, { ...OPTIONS, places })), {
      delivery: { ...delivery, ...changes.delivery },
      run: { ...run, ...changes.run },
      places,
    })
  const [first, second] = PEOPLE
  if (!first || !second) throw new Error('There are three of them.')
  expect(ask()).toBeNull()
  expect(ask(PEOPLE, { delivery: { confirmed_at: null } })).toBe('first')
  expect(ask([first, second])).toBeNull()
  expect(ask([first])).toBe('many_removals')
  expect(ask([first, second], { run: { key_fingerprint: 'two' } })).toBe('other_key')
  expect(ask(PEOPLE, { run: { key_fingerprint: 'two' } })).toBeNull()
  expect(ask([first], { run: { takes_all_away: true } })).toBeNull()
})
