import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Activity } from '#lib/contracts/activity.ts'
import type { Delivered, DeliveryRun, DestinationTest, PlaceOfPerson } from '#lib/deliveries/contract.ts'
import { toTemporary } from '#lib/deliveries/destinations/file-tree.ts'
import { compareText } from '#lib/i18n/compare-text.ts'
import {
  confirm,
  create,
  createFolder,
  DELIVERED_PROJECT,
  lastRun,
  listItems,
  openDelivered,
  openDesk,
  read,
  readFolder,
  run,
  toFolder,
} from '#tests/support/deliveries.ts'
import type { Desk, Person } from '#tests/support/desk.ts'
import { askPhoto, ended, SMALL, startExport } from '#tests/support/exports.ts'
import { ownTarget } from '#tests/support/own-targets.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

/** Brings this person another edited and approved photo, or only the given steps towards it. */
async function approveAnew(
  { service }: Desk,
  { id }: { id: number },
  steps = ['retake', 'upload', 'edit', 'approve'],
): Promise<void> {
  for (const step of steps) await service.portal('POST', `/employees/${id}/${step}`, {})
}

async function openNew() {
  const { folder, settings } = createFolder()
  return { folder, ...(await openDesk(settings)) }
}

test('the first run waits for a review; then the folder holds every photo of the service', async () => {
  const { desk, folder, admin, editor, ready } = await openNew()
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  expect(review).toMatchObject({ review: 'first', counts: { add: { total: ready.length, done: 0 } } })
  expect(readFolder(folder).size).toBe(0)
  expect(await read(admin, delivery)).toMatchObject({ is_on: false, confirmed: false, next_run_at: null })
  const items = await listItems(editor, review)
  const byName = ready.toSorted(
    (one, other) =>
      compareText(one.last_name, other.last_name) || compareText(one.first_name, other.first_name),
  )
  expect(items.map(({ employee_id }) => employee_id)).toEqual(byName.slice(0, 25).map(({ id }) => id))

  const done = await confirm(editor, review)
  expect(done).toMatchObject({ state: 'done', done: ready.length, failed: 0 })
  const files = readFolder(folder)
  for (const { id, mitarbeiternummer } of ready)
    expect(files.get(`${mitarbeiternummer}.jpg`)?.bytes).toEqual(await askPhoto(desk.service, id))
  expect([...files.keys()].sort()).toEqual(
    [...ready.map(({ mitarbeiternummer }) => `${mitarbeiternummer}.jpg`), 'portraits.csv'].sort(),
  )
  expect(await read(editor, delivery)).toMatchObject({
    is_on: true,
    confirmed: true,
    places: { there: ready.length },
    destination: null,
    where: folder,
  })
})

test('two deliveries at once and a ZIP after them fetch each photo once', async () => {
  const { folder, admin, editor, ready, photoCalls } = await openNew()
  const names = ['Intranet', 'Ausweise']
  const deliveries = []
  for (const name of names) {
    mkdirSync(join(folder, name))
    deliveries.push(await create(admin, toFolder(join(folder, name), { name })))
  }
  const reviews = await Promise.all(deliveries.map(one => lastRun(admin, one, 'review')))
  await Promise.all(reviews.map(review => confirm(editor, review)))
  for (const name of names) expect(readFolder(join(folder, name)).size).toBe(ready.length + 1)
  expect(await photoCalls()).toBe(ready.length)
  await ended(editor, await startExport(editor, DELIVERED_PROJECT, { target: 'number' }))
  expect(await photoCalls()).toBe(ready.length)
})

test('a run that finds nothing new writes nothing and asks for no photo', async () => {
  const { folder, editor, delivery, ready, photoCalls } = await openDelivered()
  const [before, calls] = [readFolder(folder), await photoCalls()]
  expect(await run(editor, delivery)).toMatchObject({ total: 0, unchanged: ready.length })
  expect(readFolder(folder)).toEqual(before)
  expect(await photoCalls()).toBe(calls)
})

test('a run replaces new edits and removes withdrawn photos, and touches no other file', async () => {
  const { desk, folder, admin, editor, delivery, ready } = await openDelivered({ removals_percent: 50 })
  const [changed, withdrawn, ...others] = ready
  if (!changed || !withdrawn) throw new Error('The seed is too small.')
  const before = readFolder(folder)
  await approveAnew(desk, changed)
  await desk.service.portal('POST', `/employees/${withdrawn.id}/retake`, {})

  const done = await run(editor, delivery)
  expect(done.counts).toMatchObject({ add: { total: 0 }, change: { done: 1 }, remove: { done: 1 } })
  const after = readFolder(folder)
  const nameOf = ({ mitarbeiternummer }: { mitarbeiternummer: string }) => `${mitarbeiternummer}.jpg`
  expect(after.has(nameOf(withdrawn))).toBe(false)
  expect(after.get(nameOf(changed))?.bytes).toEqual(await askPhoto(desk.service, changed.id))
  expect(after.get(nameOf(changed))?.bytes).not.toEqual(before.get(nameOf(changed))?.bytes)
  for (const other of others) expect(after.get(nameOf(other))).toEqual(before.get(nameOf(other)))
  expect(after.get('portraits.csv')?.bytes.toString()).not.toContain(nameOf(withdrawn))

  const { body } = await admin.json<{ data: PlaceOfPerson[] }>('GET', `/api/employees/${withdrawn.id}/places`)
  expect(body.data).toMatchObject([{ delivery: 'Intranet', state: 'removed', reason: 'withdrawn' }])
})

test('a foreign file in the place of ours is not removed, and a person is notified', async () => {
  const { desk, folder, editor, delivery, ready } = await openDelivered({ removals_percent: 100 })
  const [first] = ready
  if (!first) throw new Error('The seed is too small.')
  const path = join(folder, `${first.mitarbeiternummer}.jpg`)
  writeFileSync(path, 'a photo from elsewhere')
  await desk.service.portal('POST', `/employees/${first.id}/retake`, {})
  const done = await run(editor, delivery)
  expect(done).toMatchObject({ counts: { remove: { done: 0, failed: 1 } } })
  expect((await listItems(editor, done))[0]).toMatchObject({ problem: 'changed_there' })
  expect((await read(editor, delivery)).places).toMatchObject({ by_hand: 1, removed: 0 })
  expect(readFileSync(path, 'utf8')).toBe('a photo from elsewhere')

  // A newly approved photo does not replace the foreign file either.
  await approveAnew(desk, first, ['upload', 'edit', 'approve'])
  expect(await run(editor, delivery)).toMatchObject({ counts: { add: { done: 0, failed: 1 } } })
  expect(readFileSync(path, 'utf8')).toBe('a photo from elsewhere')
  expect((await read(editor, delivery)).places).toMatchObject({ by_hand: 1 })
})

test('a person learns where to look for a missing file whose photo must not be used any more', async () => {
  const { desk, folder, editor, delivery, ready } = await openDelivered({ removals_percent: 100 })
  const [fetched, other] = ready
  if (!fetched || !other) throw new Error('The seed is too small.')
  rmSync(join(folder, `${fetched.mitarbeiternummer}.jpg`))
  for (const { id } of [fetched, other]) await desk.service.portal('POST', `/employees/${id}/retake`, {})
  const done = await run(editor, delivery)
  expect(done.counts.remove).toEqual({ total: 2, done: 1, failed: 1 })
  expect((await listItems(editor, done))[0]).toMatchObject({
    ...{ employee_id: fetched.id, problem: 'gone_there' },
  })
  expect((await read(editor, delivery)).places).toMatchObject({ by_hand: 1, removed: 1 })
})

test('foreign files are shown in the review before they are replaced; the other ones stay', async () => {
  const { desk, folder, admin, editor, ready } = await openNew()
  const [theirs, ...others] = ready
  if (!theirs) throw new Error('The seed is too small.')
  const path = join(folder, `${theirs.mitarbeiternummer}.jpg`)
  writeFileSync(path, 'a photo from elsewhere')
  writeFileSync(join(folder, 'README.txt'), 'ours')
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  expect(review.reasons).toEqual([{ action: 'add', reason: 'replaces_file', count: 1 }])
  // Notices come first, and every person can be found by name.
  const [told, next] = await listItems(editor, review)
  expect(told).toMatchObject({ employee_id: theirs.id, reason: 'replaces_file' })
  expect(next).toMatchObject({ reason: null })
  const found = await listItems(editor, review, `?q=${encodeURIComponent(others[0]?.email ?? '')}`)
  expect(found.map(({ employee_id }) => employee_id)).toEqual([others[0]?.id])
  expect(readFileSync(path, 'utf8')).toBe('a photo from elsewhere')
  expect(await confirm(editor, review)).toMatchObject({ done: ready.length, failed: 0 })
  expect(readFileSync(path)).toEqual(await askPhoto(desk.service, theirs.id))
  expect(readFolder(folder).size).toBe(others.length + 3)
})

test('an allowed replacement stays allowed when the run did not get that far', async () => {
  const { desk, folder, admin, editor, ready } = await openNew()
  const [theirs] = ready
  if (!theirs) throw new Error('The seed is too small.')
  const path = join(folder, `${theirs.mitarbeiternummer}.jpg`)
  writeFileSync(path, 'a photo from elsewhere')
  const delivery = await create(admin, toFolder(folder))
  const refused = await lastRun(admin, delivery, 'review')
  await editor.json('DELETE', `/api/deliveries/${delivery.id}/runs/${refused.id}`)
  await lastRun(editor, delivery, 'cancelled')
  expect(readFileSync(path, 'utf8')).toBe('a photo from elsewhere')

  const review = await run(editor, delivery, 'review')
  // This photo changes during the review: the next run delivers it.
  await approveAnew(desk, theirs)
  expect(await confirm(editor, review)).toMatchObject({ done: ready.length - 1, failed: 1 })
  expect(readFileSync(path, 'utf8')).toBe('a photo from elsewhere')
  expect(await run(editor, delivery)).toMatchObject({ counts: { add: { total: 1, done: 1 } } })
  expect(readFileSync(path)).toEqual(await askPhoto(desk.service, theirs.id))
})

test('a photo whose second file the folder refuses is sent again, and removed on withdrawal', async () => {
  const { desk, folder, admin, editor, ready } = await openNew()
  const [person, ...others] = ready
  if (!person) throw new Error('The seed is too small.')
  const request = { project_id: DELIVERED_PROJECT, target: 'microsoft-365' }
  const [large, small] = [`${person.email}.jpg`, `${person.email}-small.jpg`]
  writeFileSync(join(folder, large), 'a photo from elsewhere')
  mkdirSync(join(folder, small))
  const delivery = await create(admin, toFolder(folder, { request, removals_percent: 50 }))
  const review = await lastRun(admin, delivery, 'review')
  expect(await confirm(editor, review)).toMatchObject({ done: others.length, failed: 1 })
  expect(readFileSync(join(folder, large), 'utf8')).not.toBe('a photo from elsewhere')
  expect(await run(editor, delivery)).toMatchObject({ counts: { change: { total: 1, done: 0 } } })
  await desk.service.portal('POST', `/employees/${person.id}/retake`, {})
  expect(await run(editor, delivery)).toMatchObject({ counts: { remove: { done: 1 } } })
  expect(existsSync(join(folder, large))).toBe(false)
})

test('a delivery into the folder of an ended delivery takes over its files', async () => {
  const { folder, admin, editor, delivery, ready } = await openDelivered()
  await admin.json('DELETE', `/api/deliveries/${delivery.id}?photos=leave`)
  const next = await create(admin, toFolder(folder, { name: 'Ausweise' }))
  const review = await lastRun(admin, next, 'review')
  expect(review.reasons).toEqual([])
  expect(await confirm(editor, review)).toMatchObject({ done: ready.length, failed: 0 })
})

test('a run without a review does not replace a newer foreign file', async () => {
  const { desk, folder, admin, editor, ready } = await openNew()
  const [next] = ready
  if (!next) throw new Error('The seed is too small.')
  await desk.service.portal('POST', `/employees/${next.id}/retake`, {})
  const delivery = await create(admin, toFolder(folder))
  await confirm(editor, await lastRun(admin, delivery, 'review'))
  const path = join(folder, `${next.mitarbeiternummer}.jpg`)
  writeFileSync(path, 'a photo from elsewhere')
  await approveAnew(desk, next, ['upload', 'edit', 'approve'])
  const failed = await run(editor, delivery)
  expect(failed).toMatchObject({ counts: { add: { total: 1, done: 0, failed: 1 } } })
  expect((await listItems(editor, failed))[0]).toMatchObject({ problem: 'file_there' })
  // The desk does not try again while the foreign file is there.
  for (const turn of [1, 2]) {
    const same = await run(editor, delivery)
    expect(same, `${turn}`).toMatchObject({ total: 0, counts: { cannot: { total: 1 } } })
    expect((await listItems(editor, same))[0]).toMatchObject({ action: 'cannot', reason: 'file_there' })
    expect(readFileSync(path, 'utf8')).toBe('a photo from elsewhere')
  }
  renameSync(path, `${path}.old`)
  expect((await run(editor, delivery)).counts.add).toEqual({ total: 1, done: 1, failed: 0 })
  expect(readFileSync(path)).toEqual(await askPhoto(desk.service, next.id))
})

test('a folder with a foreign list is refused, also when that list comes later', async () => {
  const { desk, folder, admin, editor, ready } = await openNew()
  const list = join(folder, 'portraits.csv')
  writeFileSync(list, 'Nummer;Datei')
  const refused = (body: object) => admin.json('POST', '/api/deliveries', { body })
  expect(await refused(toFolder(folder))).toMatchObject({
    ...{ status: 422, body: { errors: { 'destination.folder': ['list_there'] } } },
  })
  renameSync(list, `${list}.old`)
  const delivery = await create(admin, toFolder(folder))
  await confirm(editor, await lastRun(admin, delivery, 'review'))
  writeFileSync(list, 'Nummer;Datei')
  for (const step of ['retake', 'upload', 'edit', 'approve'])
    await desk.service.portal('POST', `/employees/${ready[0]?.id}/${step}`, {})
  expect(await run(editor, delivery, 'failed')).toMatchObject({ error: 'list_there' })
  expect(readFileSync(list, 'utf8')).toBe('Nummer;Datei')
  // The run still removes the photo whose approval is gone.
  await desk.service.portal('POST', `/employees/${ready[1]?.id}/retake`, {})
  expect(await run(editor, delivery, 'failed')).toMatchObject({ counts: { remove: { done: 1 } } })
  expect(readFolder(folder).has(`${ready[1]?.mitarbeiternummer}.jpg`)).toBe(false)
})

test('a folder that is missing or not allowed is refused in the form', async () => {
  const { folder, admin } = await openNew()
  const ask = (path: string) => admin.json('POST', '/api/deliveries', { body: toFolder(path) })
  expect(await ask(join(folder, 'nowhere'))).toMatchObject({
    ...{ status: 422, body: { code: 'invalid', errors: { 'destination.folder': ['no_such_place'] } } },
  })
  expect(await ask('/tmp')).toMatchObject({
    ...{ status: 422, body: { errors: { 'destination.folder': ['not_offered'] } } },
  })
  const { body } = await admin.json<{ data: object[] }>('GET', '/api/deliveries')
  expect(body.data).toEqual([])
})

test('a missing or changed file is reported, left alone, and sent again on request', async () => {
  const { folder, editor, delivery, ready } = await openDelivered()
  const [gone, changed] = ready.map(({ mitarbeiternummer }) => join(folder, `${mitarbeiternummer}.jpg`))
  if (!gone || !changed) throw new Error('The seed is too small.')
  const before = readFolder(folder)
  rmSync(gone)
  writeFileSync(changed, 'a photo from elsewhere')
  expect(await run(editor, delivery)).toMatchObject({ total: 0, unchanged: ready.length })
  expect(existsSync(gone)).toBe(false)
  expect(readFileSync(changed, 'utf8')).toBe('a photo from elsewhere')
  expect((await read(editor, delivery)).places).toMatchObject({ there: ready.length, differing: 2 })
  expect(readFileSync(join(folder, 'portraits.csv'), 'utf8')).not.toContain(basename(gone))
  for (const [index, reason] of ['gone_there', 'other_there', null].entries()) {
    const path = `/api/employees/${ready[index]?.id}/places`
    const { body } = await editor.json<{ data: PlaceOfPerson[] }>('GET', path)
    expect(body.data).toMatchObject([{ state: 'there', reason }])
  }

  const { status } = await editor.json('POST', `/api/deliveries/${delivery.id}/runs?again=differing`)
  expect(status).toBe(201)
  const again = await lastRun(editor, delivery, 'done')
  expect(again.counts.change).toEqual({ total: 2, done: 2, failed: 0 })
  const bytesOf = (files: typeof before) => new Map([...files].map(([name, { bytes }]) => [name, bytes]))
  expect(bytesOf(readFolder(folder))).toEqual(bytesOf(before))
  expect((await read(editor, delivery)).places).toMatchObject({ there: ready.length, differing: 0 })
})

test('a run that would remove more than the set share waits for a person, who may refuse it', async () => {
  const { desk, folder, editor, delivery, ready } = await openDelivered({ removals_percent: 10 })
  const half = ready.slice(0, Math.ceil(ready.length / 2))
  for (const { id } of half) await desk.service.portal('POST', `/employees/${id}/retake`, {})
  const review = await run(editor, delivery, 'review')
  expect(review).toMatchObject({
    review: 'many_removals',
    counts: { remove: { total: half.length, done: 0 } },
  })
  expect(readFolder(folder).size).toBe(ready.length + 1)
  const again = await editor.json('POST', `/api/deliveries/${delivery.id}/runs`)
  expect(again).toMatchObject({ status: 409, body: { code: 'run_under_way' } })

  await editor.json('DELETE', `/api/deliveries/${delivery.id}/runs/${review.id}`)
  await lastRun(editor, delivery, 'cancelled')
  expect(readFolder(folder).size).toBe(ready.length + 1)
  const done = await confirm(editor, await run(editor, delivery, 'review'))
  expect(done.counts.remove.done).toBe(half.length)
  expect(readFolder(folder).size).toBe(ready.length + 1 - half.length)
})

test('a list that is suddenly empty removes nothing, and the next good list resumes', async () => {
  const { desk, folder, editor, delivery } = await openDelivered({ removals_percent: 100 })
  const before = readFolder(folder)
  const meta = { current_page: 1, last_page: 1, per_page: 200, total: 0 }
  const answer = { kind: 'status', status: 200, body: { data: [], meta } } as const
  await desk.service.fault({ path: '/projects/*/employees', times: 99, answer })
  expect(await run(editor, delivery, 'failed')).toMatchObject({ error: 'list_empty' })
  expect(readFolder(folder)).toEqual(before)
  expect((await read(editor, delivery)).failures).toBe(1)
  await desk.service.portal('DELETE', '/faults')
  expect(await run(editor, delivery)).toMatchObject({ total: 0 })
  expect((await read(editor, delivery)).failures).toBe(0)
})

test.each([
  'who is missing in one list, but known to the service, keeps their photo',
  'so does somebody whose project the service leaves out',
])('an unsteady list removes no photo: %s', async which => {
  const { desk, folder, editor, delivery, people, ready } = await openDelivered({ removals_percent: 100 })
  const [missing] = ready
  if (!missing) throw new Error('Nobody was delivered.')
  const data = people.filter(({ id }) => id !== missing.id)
  const meta = { current_page: 1, last_page: 1, per_page: 200, total: data.length }
  const answer = { kind: 'status', status: 200, body: { data, meta } } as const
  await desk.service.fault({ path: '/projects/*/employees', times: 99, answer })
  if (which.startsWith('so')) {
    const { project_id: _, ...unplaced } = missing
    const body = { data: unplaced }
    await desk.service.fault({
      path: `/employees/${missing.id}`,
      answer: { kind: 'status', status: 200, body },
    })
    const { findKeyStates } = await import('#lib/portrait-api/connect.ts')
    for (const { recent } of findKeyStates()) recent.forget(missing.id)
  }
  const done = await run(editor, delivery)
  expect(done.counts.remove).toEqual({ total: 1, done: 0, failed: 1 })
  expect((await listItems(editor, done))[0]).toMatchObject({ reason: 'left', problem: 'list_unsteady' })
  expect(readFolder(folder).has(`${missing.mitarbeiternummer}.jpg`)).toBe(true)
})

test('the next run removes photos of a person deleted at the service', async () => {
  const { desk, folder, editor, delivery, ready } = await openDelivered({ removals_percent: 100 })
  const [gone] = ready
  if (!gone) throw new Error('The seed is too small.')
  await desk.service.ask(`/employees/${gone.id}`, { method: 'DELETE' })
  expect((await run(editor, delivery)).counts.remove.done).toBe(1)
  expect(readFolder(folder).has(`${gone.mitarbeiternummer}.jpg`)).toBe(false)
})

test('the end of a delivery removes all photos, or leaves them for people to remove', async () => {
  const { folder, admin, editor, delivery, ready } = await openDelivered()
  await admin.json('DELETE', `/api/deliveries/${delivery.id}?photos=take_away`)
  await lastRun(admin, delivery, 'done')
  await until('the delivery has ended', async () => (await read(admin, delivery)).ended_at !== null)
  expect([...readFolder(folder).keys()]).toEqual([])
  expect((await read(admin, delivery)).places).toEqual({
    ...{ there: 0, by_hand: 0, removed: ready.length, differing: 0 },
  })

  const other = await create(admin, toFolder(folder, { name: 'Ausweise' }))
  await confirm(editor, await lastRun(admin, other, 'review'))
  await admin.json('DELETE', `/api/deliveries/${other.id}?photos=leave`)
  expect((await read(admin, other)).places).toMatchObject({ there: 0, by_hand: ready.length })
  const [first] = ready
  const byHand = () => editor.json('DELETE', `/api/deliveries/${other.id}/places/${first?.id}`)
  expect((await byHand()).status).toBe(204)
  expect((await byHand()).status).toBe(404)
  expect((await read(admin, other)).places).toMatchObject({ by_hand: ready.length - 1, removed: 1 })
  const listed = await editor.json<{ data: Delivered[] }>('GET', `/api/deliveries/${other.id}/places`)
  expect(listed.body.data.findIndex(({ state }) => state !== 'by_hand')).toBe(
    Math.min(ready.length - 1, 25) % 25 || -1,
  )
  expect((await editor.call('DELETE', `/api/deliveries/${other.id}/places`)).status).toBe(204)
  expect((await read(admin, other)).places).toMatchObject({ by_hand: 0, removed: ready.length })
  const { body } = await admin.json<{ data: Activity[] }>(
    'GET',
    '/api/activity?action=delivery_removed_by_hand',
  )
  expect(body.data.map(({ details, employee }) => details.count ?? employee)).toEqual([
    ready.length - 1,
    first?.id,
  ])
  expect(await editor.json('POST', `/api/deliveries/${other.id}/runs`)).toMatchObject({
    status: 409,
    body: { code: 'delivery_ended' },
  })
})

test('the end of a delivery removes the list also when its photos are gone already', async () => {
  const { desk, folder, admin, editor, delivery, ready } = await openDelivered({ removals_percent: 100 })
  for (const { id } of ready) await desk.service.portal('POST', `/employees/${id}/retake`, {})
  expect((await run(editor, delivery)).counts.remove.done).toBe(ready.length)
  expect([...readFolder(folder).keys()]).toEqual(['portraits.csv'])
  await admin.json('DELETE', `/api/deliveries/${delivery.id}?photos=take_away`)
  await until('the delivery has ended', async () => (await read(admin, delivery)).ended_at !== null)
  expect([...readFolder(folder).keys()]).toEqual([])
})

test('the list is right again after a run that could not write it', async () => {
  const { desk, folder, editor, delivery, ready } = await openDelivered({ removals_percent: 100 })
  const [first] = ready
  const inWay = toTemporary(join(folder, 'portraits.csv'))
  mkdirSync(join(inWay, 'open'), { recursive: true })
  await desk.service.portal('POST', `/employees/${first?.id}/retake`, {})
  const { body } = await editor.json<{ data: DeliveryRun }>('POST', `/api/deliveries/${delivery.id}/runs`)
  await until('the list cannot be written', async () => (await read(editor, delivery)).last_run?.trouble)
  await editor.json('DELETE', `/api/deliveries/${delivery.id}/runs/${body.data.id}`)
  await lastRun(editor, delivery, 'cancelled')
  rmSync(inWay, { recursive: true })
  expect(await run(editor, delivery)).toMatchObject({ total: 0 })
  expect(readFolder(folder).get('portraits.csv')?.bytes.toString()).not.toContain(
    `${first?.mitarbeiternummer}.jpg`,
  )
})

test('a photo whose corrected number meets a foreign file is not retried, and is explained', async () => {
  const { desk, folder, admin, editor, delivery, ready } = await openDelivered()
  const [first] = ready
  if (!first) throw new Error('The seed is too small.')
  const path = join(folder, 'CORRECTED-1.jpg')
  writeFileSync(path, 'a photo from elsewhere')
  const body = { mitarbeiternummer: 'CORRECTED-1' }
  await editor.json('PATCH', `/api/v1/employees/${first.id}`, { body })
  expect(await run(editor, delivery)).toMatchObject({ counts: { change: { total: 1, failed: 1 } } })
  expect(await run(editor, delivery)).toMatchObject({ total: 0, counts: { cannot: { total: 1 } } })
  expect(readFileSync(path, 'utf8')).toBe('a photo from elsewhere')
  const { key } = (await desk.service.portal('POST', '/keys', { label: 'New' })) as { key: string }
  restart({ PORTRAIT_API_KEY: key })
  const review = await run(await desk.signInAs(editor.id), delivery, 'review')
  expect(review.reasons).toMatchObject([{ action: 'change', reason: 'replaces_file' }])
  expect(await confirm(admin, review)).toMatchObject({ counts: { change: { done: 1 } } })
  expect(readFileSync(path)).toEqual(await askPhoto(desk.service, first.id))
  expect(readFolder(folder).has(`${first.mitarbeiternummer}.jpg`)).toBe(false)
})

test('withdrawn photos leave a receiving system that the operator removed; no new photos come', async () => {
  const { folder, settings } = createFolder()
  const own = ownTarget('our-system')
  const { desk, admin, editor, ready } = await openDesk({ ...settings, ...own.settings })
  const request = { project_id: DELIVERED_PROJECT, target: 'our-system', size: SMALL }
  const delivery = await create(admin, toFolder(folder, { request, removals_percent: 100 }))
  await confirm(editor, await lastRun(admin, delivery, 'review'))
  restart(own.without)
  const [first, second] = ready
  if (!first || !second) throw new Error('The seed is too small.')
  await approveAnew(desk, first)
  await desk.service.portal('POST', `/employees/${second.id}/retake`, {})
  const before = readFolder(folder)
  const failed = await run(editor, delivery, 'failed')
  expect(failed).toMatchObject({
    error: 'unknown_target',
    counts: { remove: { done: 1 }, change: { total: 0 } },
  })
  before.delete(`${second.mitarbeiternummer}.jpg`)
  expect([...readFolder(folder).keys()].sort()).toEqual([...before.keys()].sort())
  await admin.json('DELETE', `/api/deliveries/${delivery.id}?photos=take_away`)
  await until('the delivery has ended', async () => (await read(admin, delivery)).ended_at !== null)
  expect([...readFolder(folder).keys()]).toEqual([])
})

test('a person can ask again for a first run that was refused', async () => {
  const { folder, admin, editor, ready } = await openNew()
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  await editor.json('DELETE', `/api/deliveries/${delivery.id}/runs/${review.id}`)
  await lastRun(editor, delivery, 'cancelled')
  expect(readFolder(folder).size).toBe(0)
  const path = `/api/deliveries/${delivery.id}`
  expect(await admin.json('PATCH', path, { body: { is_on: true } })).toMatchObject({
    status: 409,
    body: { code: 'delivery_unread' },
  })
  const again = await run(editor, delivery, 'review')
  expect(again.review).toBe('first')
  expect(await confirm(editor, again)).toMatchObject({ state: 'done', done: ready.length })
})

test('a run to a share that is away retries patiently, and delivers everything afterwards', async () => {
  const { folder, admin, editor, delivery, desk, ready } = await openDelivered()
  const [first] = ready
  for (const step of ['retake', 'upload', 'edit', 'approve'])
    await desk.service.portal('POST', `/employees/${first?.id}/${step}`, {})
  renameSync(folder, `${folder}-away`)
  expect(await run(editor, delivery, 'failed')).toMatchObject({ error: 'no_such_place' })
  const { next_run_at, failures } = await read(admin, delivery)
  expect(failures).toBe(1)
  expect(new Date(next_run_at ?? 0).getTime()).toBeLessThan(Date.now() + 20 * 60_000)
  renameSync(`${folder}-away`, folder)
  expect((await run(editor, delivery)).counts.change.done).toBe(1)
})

test('an editor cannot rename or create a delivery, and other folders are not offered', async () => {
  const { desk, folder, admin, editor, delivery } = await openDelivered()
  const viewer = await desk.signIn('viewer')
  const change = (person: Person, body: unknown) =>
    person.json('PATCH', `/api/deliveries/${delivery.id}`, { body })
  expect((await change(editor, { is_on: false })).status).toBe(200)
  expect((await read(admin, delivery)).next_run_at).toBeNull()
  expect((await change(editor, { name: 'Mine' })).status).toBe(403)
  expect((await change(viewer, { is_on: true })).status).toBe(403)
  expect((await editor.json('POST', '/api/deliveries', { body: toFolder(folder) })).status).toBe(403)
  const outside = { destination: { kind: 'folder', folder: '/tmp' }, secrets: {} }
  const test = await admin.json<{ data: DestinationTest }>('POST', '/api/deliveries/test', { body: outside })
  expect(test.body.data).toEqual({ findings: [], error: 'not_offered' })
  const own = { ...outside, destination: { kind: 'folder', folder } }
  const good = await admin.json<{ data: DestinationTest }>('POST', '/api/deliveries/test', { body: own })
  expect(good.body.data).toMatchObject({ findings: [{ code: 'folder' }], error: null })
})

test('the log tells who made, reviewed, began and changed a delivery, and the photos moved', async () => {
  const { admin, editor, delivery, ready } = await openDelivered()
  await editor.json('PATCH', `/api/deliveries/${delivery.id}`, { body: { is_on: false } })
  const { body } = await admin.json<{ data: Activity[] }>('GET', '/api/activity')
  const told = body.data.filter(({ action }) => action.startsWith('delivery_'))
  expect(told.map(({ action, actor }) => [action, actor.id])).toEqual([
    ['delivery_changed', editor.id],
    ['delivery_run_ended', admin.id],
    ['delivery_started', admin.id],
    ['delivery_confirmed', editor.id],
    ['delivery_created', admin.id],
  ])
  expect(told[0]?.details).toMatchObject({ altered: ['off'] })
  expect(told[1]?.details).toEqual({
    delivery: { id: delivery.id, name: 'Intranet' },
    delivered: { as: 'done', added: ready.length, changed: 0, removed: 0, failed: 0 },
  })
  const of = await admin.json<{ data: Activity[] }>('GET', `/api/activity?employee=${ready[0]?.id}`)
  expect(of.body.data.map(({ action }) => action)).toContain('delivery_run_ended')
  const file = await editor.call('GET', `/api/deliveries/${delivery.id}/record?format=csv`)
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines).toHaveLength(ready.length + 1)
  expect(lines[1]).toContain(ready[0]?.mitarbeiternummer)
})

test('the log names the changed settings without values, and has no entry without a change', async () => {
  const { admin, delivery } = await openDelivered()
  const change = (body: object) => admin.json('PATCH', `/api/deliveries/${delivery.id}`, { body })
  await change({ name: 'Intranet', is_on: true, schedule: { kind: 'daily', at: '02:00' } })
  await change({ name: 'Ausweise', secrets: { password: 'geheim' }, schedule: { kind: 'by_hand' } })
  await admin.json('DELETE', `/api/deliveries/${delivery.id}?photos=leave`)
  const { body } = await admin.json<{ data: Activity[] }>('GET', '/api/activity')
  const told = body.data.filter(({ action }) => ['delivery_changed', 'delivery_ended'].includes(action))
  expect(told.map(({ details: { altered, photos } }) => altered ?? photos)).toEqual([
    'leave',
    ['name', 'schedule', 'secrets'],
  ])
  expect(JSON.stringify(body)).not.toContain('geheim')
})

test('a folder of another active delivery is refused until that one has ended', async () => {
  const { folder, admin, delivery } = await openDelivered()
  const again = (path: string) =>
    admin.json<{ code: string }>('POST', '/api/deliveries', { body: toFolder(path, { name: 'Ausweise' }) })
  for (const path of [folder, `${folder}/`, `${folder}/x/..`])
    expect(await again(path)).toMatchObject({ status: 409, body: { code: 'place_taken' } })
  mkdirSync(join(folder, 'ausweise'))
  expect((await again(join(folder, 'ausweise'))).status).toBe(201)
  await admin.json('DELETE', `/api/deliveries/${delivery.id}?photos=leave`)
  expect((await again(folder)).status).toBe(201)
})

test('one of two simultaneous deliveries gets the same folder', async () => {
  const { folder, admin } = await openDelivered()
  const path = join(folder, 'ausweise')
  mkdirSync(path)
  const make = (name: string) => admin.json('POST', '/api/deliveries', { body: toFolder(path, { name }) })
  const made = await Promise.all(['Ausweise', 'Intranet'].map(make))
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('credentials that cannot be opened any more are reported, and new ones replace them', async () => {
  const { desk, admin, editor, delivery, ready } = await openDelivered()
  const { getDatabase } = await import('#lib/store/database.ts')
  await getDatabase().run("UPDATE deliveries SET secrets = 'sealed with a lost secret'")
  for (const step of ['retake', 'upload', 'edit', 'approve'])
    await desk.service.portal('POST', `/employees/${ready[0]?.id}/${step}`, {})
  expect(await run(editor, delivery, 'failed')).toMatchObject({ error: 'secrets_unreadable' })
  const body = { secrets: { password: 'new' } }
  expect((await admin.json('PATCH', `/api/deliveries/${delivery.id}`, { body })).status).toBe(200)
  expect((await run(editor, delivery)).counts.change.done).toBe(1)
})

test('a delivery stays the same with a new server key or account name; a folder has neither', async () => {
  const { admin, editor, delivery } = await openDelivered()
  const host_key = `SHA256:${'A'.repeat(43)}`
  const sftp = {
    kind: 'sftp',
    host: 'sftp.example.com',
    port: 22,
    user: 'desk',
    folder: 'in',
    host_key,
  } as const
  const other = await create(admin, toFolder('', { destination: sftp, secrets: { password: 'geheim' } }))
  const access = { host_key: `SHA256:${'B'.repeat(43)}`, user: 'portraits' }
  const change = (person: Person, { id }: { id: string }, body: object) =>
    person.json('PATCH', `/api/deliveries/${id}`, { body })
  expect((await change(editor, other, { access })).status).toBe(403)
  expect((await change(admin, other, { access })).status).toBe(200)
  expect((await read(admin, other)).destination).toEqual({ ...sftp, ...access })
  for (const wrong of [{ host_key: 'none' }, { client_id: '1' }, { host: 'elsewhere' }])
    expect((await change(admin, other, { access: wrong })).status).toBe(422)
  expect((await change(admin, delivery, { access })).status).toBe(422)
  const { body } = await admin.json<{ data: Activity[] }>('GET', '/api/activity?action=delivery_changed')
  expect(body.data.map(({ details }) => details.altered)).toEqual([['access']])
})

test('photos that never arrive hold up no others, and the next run asks for them again', async () => {
  const { desk, folder, admin, editor, ready } = await openNew()
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  const lost = ready.slice(2, 8)
  const answer = { kind: 'status', status: 500, body: {} } as const
  for (const { id } of lost) await desk.service.fault({ path: `/employees/${id}/photo`, times: 999, answer })
  expect(await confirm(editor, review)).toMatchObject({ state: 'done', done: ready.length - 6, failed: 6 })
  const names = [...readFolder(folder).keys()]
  expect(names.filter(name => name.endsWith('.jpg'))).toHaveLength(ready.length - 6)
  await desk.service.portal('DELETE', '/faults')
  expect(await run(editor, delivery)).toMatchObject({ state: 'done', done: 6, failed: 0 })
})

test('photos in flight do not wait for a full window: the last four take a moment', async () => {
  const { folder, settings } = createFolder()
  // The window has room for the project, people, sizes and 36 photos, but not for four more.
  const limited = { PORTRAIT_API_LIMIT: '42', PORTRAIT_API_RESERVE: '0' }
  const { desk, admin, ready } = await openDesk({ ...settings, ...limited })
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  const answer = { kind: 'delay', ms: 60_000 } as const
  await desk.service.fault({ path: '/employees/*/photo', skip: ready.length - 4, times: 4, answer })
  await admin.json('POST', `/api/deliveries/${delivery.id}/runs/${review.id}/confirm`)
  const last = await until('all but four lie there', async () => {
    const { last_run: last } = await read(admin, delivery)
    return last?.done === ready.length - 4 && last
  })
  expect(last.state).toBe('running')
  expect(last.eta_seconds).toBeLessThan(5)
})
