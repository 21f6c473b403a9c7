import { expect, test } from 'vitest'
import { pickPlaces } from '#lib/deliveries/run/check-places.ts'
import type { DeliveryPlaceRow } from '#lib/store/delivery-rows.ts'
import { confirm, create, lastRun, openDesk, read, run, toFolder } from '#tests/support/deliveries.ts'
import { startGraph, toAccounts } from '#tests/support/receivers.ts'

const HOUR_MS = 60 * 60_000

test('a sample of accounts is checked a day later; a foreign photo is reported and left alone', async () => {
  const accounts = toAccounts([])
  const { graph, destination, secrets, env } = await startGraph(accounts)
  const { admin, editor, ready } = await openDesk(env)
  Object.assign(accounts, toAccounts(ready.map(({ email }) => email)))
  const delivery = await create(admin, toFolder('', { destination, secrets }))
  await confirm(editor, await lastRun(admin, delivery, 'review'))
  expect((await read(admin, delivery)).places.there).toBe(ready.length)
  const { getSqlite } = await import('#lib/store/database.ts')
  const early = new Date(Date.now() - 25 * HOUR_MS).toISOString()
  getSqlite().prepare('UPDATE delivery_places SET delivered_at = ?').run(early)
  const [first] = ready
  const ofFirst = accounts[first?.email ?? '']
  if (!ofFirst) throw new Error('The seed is too small.')
  ofFirst.photo = Buffer.from('their own')

  const before = graph.journal.length
  await run(editor, delivery)
  const asked = graph.journal.slice(before)
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET', 'GET'])
  expect((await read(editor, delivery)).places).toMatchObject({ there: ready.length, differing: 1 })
  const { body } = await editor.json<{ data: object[] }>('GET', `/api/employees/${first?.id}/places`)
  expect(body.data).toMatchObject([{ state: 'there', reason: 'other_there' }])
  expect(ofFirst.photo.toString()).toBe('their own')
  await run(editor, delivery)
  expect(graph.journal).toHaveLength(before + asked.length)
})

test('a sample holds unchecked people delivered a day ago, from all over the list', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  const place = (employee_id: number, changes: Partial<DeliveryPlaceRow> = {}): DeliveryPlaceRow => ({
    ...{ employee_id, person: { first_name: '', last_name: '', mitarbeiternummer: '', email: '' } },
    ...{ edited_at: '', form: '', receipt: { places: [], version: null }, state: 'there', reason: null },
    ...{
      problem: null,
      delivered_at: '2026-11-23T02:00:00.000Z',
      checked_at: null,
      removed_at: null,
      removed_by: null,
    },
    ...changes,
  })
  const how = { sample: 5 as number | null, before: '2026-11-23T12:00:00.000Z', isAsked: true, now }
  const ids = (places: DeliveryPlaceRow[], other: Partial<typeof how> = {}) =>
    pickPlaces(places, { ...how, ...other }).map(({ employee_id }) => employee_id)
  const hundred = Array.from({ length: 100 }, (_, index) => place(index))
  expect(ids(hundred)).toEqual([0, 20, 40, 60, 80])
  expect(ids(hundred.slice(0, 3))).toEqual([0, 1, 2])
  expect(ids([place(1, { delivered_at: '2026-11-24T02:00:00.000Z' })])).toEqual([])
  expect(ids([place(1, { state: 'removed' }), place(2, { reason: 'unanswered' })])).toEqual([])
  expect(ids([place(1), place(2, { checked_at: '2026-11-24T02:00:00.000Z' })])).toEqual([])
  expect(ids([place(1), place(2, { checked_at: '2026-11-22T02:00:00.000Z' })])).toEqual([1])
  // Without a sample size, all of them are due each day and on request.
  const looked = [place(1, { checked_at: '2026-11-24T02:00:00.000Z', reason: 'gone_there' }), place(2)]
  expect(ids(looked, { sample: null })).toEqual([1, 2])
  expect(ids(looked, { sample: null, isAsked: false })).toEqual([])
})
