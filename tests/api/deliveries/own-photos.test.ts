/** A person's own photo is replaced only after a review that shows it. It comes back when ours leaves. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { DeliveryRun, NewDeliveryInput } from '#lib/deliveries/contract.ts'
import { createRandom } from '#sandbox/people/random.ts'
import {
  confirm,
  create,
  lastRun,
  listItems,
  openDesk,
  read,
  run,
  toFolder,
} from '#tests/support/deliveries.ts'
import type { Person } from '#tests/support/desk.ts'
import { startGraph, toAccounts } from '#tests/support/receivers.ts'
import { until } from '#tests/support/until.ts'

async function toPhoto(red: number): Promise<Buffer> {
  const background = { r: red, g: 90, b: 160 }
  return sharp({ create: { width: 240, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

async function openWithOwnPhotos(given: Partial<NewDeliveryInput> = {}) {
  const accounts = toAccounts([])
  const { destination, secrets, env } = await startGraph(accounts)
  const opened = await openDesk(env)
  Object.assign(accounts, toAccounts(opened.ready.map(({ email }) => email)))
  const [first, second, ...others] = opened.ready
  const [anna, ben] = [accounts[first?.email ?? ''], accounts[second?.email ?? '']]
  if (!first || !second || !anna || !ben) throw new Error('The seed is too small.')
  const photos = { anna: await toPhoto(10), ben: await toPhoto(240) }
  anna.photo = photos.anna
  ben.photo = photos.ben
  const input = toFolder('', { destination, secrets, removals_percent: 100, ...given })
  const delivery = await create(opened.admin, input)
  const review = await lastRun(opened.admin, delivery, 'review')
  return {
    ...opened,
    destination,
    secrets,
    accounts,
    first,
    second,
    others,
    anna,
    ben,
    photos,
    delivery,
    review,
  }
}

async function decide(person: Person, run: DeliveryRun, body: object): Promise<DeliveryRun> {
  const path = `/api/deliveries/${run.delivery_id}/runs/${run.id}/own-photos`
  const answer = await person.json<{ data: DeliveryRun }>('PUT', path, { body })
  expect(answer.status).toBe(200)
  return answer.body.data
}

function readSealed(kind: string) {
  return import('#lib/store/database.ts').then(({ getSqlite }) =>
    getSqlite().prepare('SELECT employee_id AS id, seal FROM own_photos WHERE kind = ?').all(kind),
  )
}

/** Starts a run that asks about own photos again. */
async function askAgain(person: Person, delivery: { id: string }, again: 'own_photos' | 'differing') {
  await person.json('POST', `/api/deliveries/${delivery.id}/runs?again=${again}`)
  return lastRun(person, delivery, 'review')
}

test('the plan shows whose own photo would go; it stays unless it is to be replaced', async () => {
  const { admin, editor, delivery, review, first, ready, anna, photos } = await openWithOwnPhotos()
  expect(review.reasons).toContainEqual({ action: 'add', reason: 'replaces_photo', count: 2 })
  expect(review.own_photos).toEqual({ keep: 2, replace: 0 })
  const done = await confirm(editor, review)
  expect(done.counts).toMatchObject({ add: { done: ready.length - 2 }, cannot: { total: 2 } })
  // The next runs wait for no review, and leave the photo alone too.
  for (let night = 0; night < 2; night += 1) {
    const next = await run(editor, delivery)
    expect(next).toMatchObject({ unchanged: ready.length - 2, failed: 0, counts: { add: { total: 0 } } })
    const items = await listItems(editor, next, '?action=cannot')
    expect(items.find(({ employee_id }) => employee_id === first.id)?.reason).toBe('photo_there')
  }
  expect(anna.photo).toEqual(photos.anna)
  expect(await readSealed('preview')).toEqual([])
  anna.photo = null
  expect((await run(admin, delivery)).counts.add.done).toBe(1)
})

test('the review shows the own photo to editors alone, and each person is decided on', async () => {
  const { desk, admin, editor, delivery, review, first, second, anna, ben, photos } =
    await openWithOwnPhotos()
  const item = (await listItems(editor, review, '?action=add')).find(
    ({ employee_id }) => employee_id === first.id,
  )
  expect(item?.own_photo).toMatchObject({ decision: 'keep' })
  const path = `/api/deliveries/${delivery.id}/own-photos/${first.id}?v=${item?.own_photo?.version}`
  const picture = await editor.call('GET', path)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  const { channels } = await sharp(Buffer.from(await picture.arrayBuffer())).stats()
  expect(channels[0]?.mean).toBeLessThan(30)
  const viewer = await desk.signIn('viewer')
  expect((await viewer.call('GET', path)).status).toBe(403)
  for (const { seal } of await readSealed('preview')) expect(String(seal)).toMatch(/^Fe26\.2\*/)

  expect((await decide(editor, review, { decision: 'replace' })).own_photos).toEqual({ keep: 0, replace: 2 })
  const decided = await decide(editor, review, { decision: 'keep', employee_ids: [second.id] })
  expect(decided.own_photos).toEqual({ keep: 1, replace: 1 })
  expect((await read(editor, delivery)).last_run?.own_photos).toEqual({ keep: 1, replace: 1 })
  await confirm(editor, review)
  expect(anna.photo).not.toEqual(photos.anna)
  expect(ben.photo).toEqual(photos.ben)
  expect((await editor.call('GET', path)).status).toBe(404)
  const late = await admin.json('PUT', `/api/deliveries/${delivery.id}/runs/${review.id}/own-photos`, {
    body: { decision: 'replace' },
  })
  expect(late.status).toBe(409)
})

test('a photo that was chosen after the review showed another one is not replaced', async () => {
  const { editor, delivery, review, first, anna } = await openWithOwnPhotos()
  await decide(editor, review, { decision: 'replace' })
  const later = await toPhoto(120)
  anna.photo = later
  const done = await confirm(editor, review)
  const items = await listItems(editor, done, '?action=add')
  const item = items.find(({ employee_id }) => employee_id === first.id)
  expect(item).toMatchObject({ state: 'failed', problem: 'photo_there' })
  await run(editor, delivery)
  expect(anna.photo).toEqual(later)
})

test('a run that asks again shows the own photos that were kept', async () => {
  const { editor, delivery, review, first, anna, ben, photos } = await openWithOwnPhotos()
  await confirm(editor, review)
  const again = await askAgain(editor, delivery, 'own_photos')
  expect(again).toMatchObject({ review: 'own_photos', own_photos: { keep: 2, replace: 0 } })
  await decide(editor, again, { decision: 'replace', employee_ids: [first.id] })
  await confirm(editor, again)
  expect(anna.photo).not.toEqual(photos.anna)
  expect(ben.photo).toEqual(photos.ben)
})

test('a photo that was chosen since is reviewed, and no new photo of ours replaces it', async () => {
  const { desk, editor, delivery, review, others, accounts } = await openWithOwnPhotos()
  await confirm(editor, review)
  const [person] = others
  const account = accounts[person?.email ?? '']
  if (!person || !account) throw new Error('The seed is too small.')
  const chosen = await toPhoto(120)
  account.photo = chosen
  for (const step of ['retake', 'upload', 'edit', 'approve'])
    await desk.service.portal('POST', `/employees/${person.id}/${step}`, {})
  const done = await run(editor, delivery)
  const [item] = await listItems(editor, done, '?action=change')
  expect(item).toMatchObject({ employee_id: person.id, state: 'failed', problem: 'photo_there' })
  expect(account.photo).toEqual(chosen)
  const again = await askAgain(editor, delivery, 'own_photos')
  await decide(editor, again, { decision: 'replace', employee_ids: [person.id] })
  await confirm(editor, again)
  expect(account.photo).not.toEqual(chosen)
  // A photo beside an entry of ours may be our own photo in another form, so it is not kept.
  expect(await readSealed('replaced')).toEqual([])
})

async function withdraw(desk: Awaited<ReturnType<typeof openDesk>>['desk'], id: number): Promise<void> {
  await desk.service.portal('POST', `/employees/${id}/retake`, {})
}

test('a replaced photo is kept sealed, and comes back when the approval is withdrawn', async () => {
  const { desk, editor, delivery, review, first, anna, ben, photos } = await openWithOwnPhotos()
  await decide(editor, review, { decision: 'replace' })
  await confirm(editor, review)
  const kept = await readSealed('replaced')
  expect(kept).toHaveLength(2)
  for (const { seal } of kept) expect(String(seal)).toMatch(/^Fe26\.2\*/)
  await withdraw(desk, first.id)
  expect((await run(editor, delivery)).counts.remove.done).toBe(1)
  expect(anna.photo).toEqual(photos.anna)
  expect(ben.photo).not.toEqual(photos.ben)
  const { body } = await editor.json<{ data: object[] }>('GET', `/api/employees/${first.id}/places`)
  expect(body.data).toMatchObject([{ state: 'removed', reason: 'withdrawn', problem: 'put_back' }])
  expect((await readSealed('replaced')).map(({ id }) => id)).not.toContain(first.id)
})

test('replaced photos come back when the delivery ends and takes photos away', async () => {
  const { admin, editor, delivery, review, ready, accounts, anna, ben, photos } = await openWithOwnPhotos()
  await decide(editor, review, { decision: 'replace' })
  await confirm(editor, review)
  await admin.json('DELETE', `/api/deliveries/${delivery.id}?photos=take_away`)
  await lastRun(admin, delivery, 'done')
  expect((await read(admin, delivery)).places).toMatchObject({ there: 0, removed: ready.length, by_hand: 0 })
  expect(anna.photo).toEqual(photos.anna)
  expect(ben.photo).toEqual(photos.ben)
  expect(Object.values(accounts).filter(({ photo }) => photo !== null)).toHaveLength(2)
  expect(await readSealed('replaced')).toEqual([])
})

test('a delivery without the choice to put back keeps nothing, and puts nothing back', async () => {
  const { desk, editor, delivery, review, first, anna } = await openWithOwnPhotos({ puts_back: false })
  await decide(editor, review, { decision: 'replace' })
  await confirm(editor, review)
  expect(await readSealed('replaced')).toEqual([])
  await withdraw(desk, first.id)
  await run(editor, delivery)
  expect(anna.photo).toBeNull()
})

test('a photo that another delivery has placed is never kept or put back', async () => {
  const { desk, admin, editor, review, destination, secrets, first, accounts, others } =
    await openWithOwnPhotos()
  await confirm(editor, review)
  const other = await create(
    admin,
    toFolder('', { name: 'Other', destination, secrets, removals_percent: 100 }),
  )
  const again = await lastRun(admin, other, 'review')
  await decide(editor, again, { decision: 'replace' })
  await confirm(editor, again)
  const [person] = others
  const account = accounts[person?.email ?? '']
  if (!person || !account) throw new Error('The seed is too small.')
  expect((await readSealed('replaced')).map(({ id }) => id)).not.toContain(person.id)
  await withdraw(desk, person.id)
  await run(editor, other)
  expect(account.photo).toBeNull()
  // The own photo of the first person is kept.
  expect((await readSealed('replaced')).map(({ id }) => id)).toContain(first.id)
})

test('the kept photo does not replace a photo that a person has chosen meanwhile', async () => {
  const { desk, editor, delivery, review, first, anna } = await openWithOwnPhotos()
  await decide(editor, review, { decision: 'replace' })
  await confirm(editor, review)
  await withdraw(desk, first.id)
  const chosen = await toPhoto(120)
  anna.photo = chosen
  await run(editor, delivery)
  expect(anna.photo).toEqual(chosen)
  const { body } = await editor.json<{ data: object[] }>('GET', `/api/employees/${first.id}/places`)
  expect(body.data).toMatchObject([{ state: 'by_hand', problem: 'changed_there' }])
})

test('a photo that could not be put back is named, and comes back with a later run', async () => {
  const { desk, editor, delivery, review, first, anna, photos } = await openWithOwnPhotos()
  await decide(editor, review, { decision: 'replace' })
  await confirm(editor, review)
  anna.takesNone = true
  await withdraw(desk, first.id)
  const findPlace = async () =>
    (await editor.json<{ data: object[] }>('GET', `/api/employees/${first.id}/places`)).body.data[0]
  await run(editor, delivery)
  expect(await findPlace()).toMatchObject({ state: 'removed', problem: 'not_put_back' })
  expect(anna.photo).toBeNull()
  anna.takesNone = false
  await run(editor, delivery)
  expect(await findPlace()).toMatchObject({ state: 'removed', problem: 'put_back' })
  expect(anna.photo).toEqual(photos.anna)
})

test('replaced photos are forgotten with the person, and after a year', async () => {
  const { editor, review, first } = await openWithOwnPhotos()
  await decide(editor, review, { decision: 'replace' })
  await confirm(editor, review)
  const { describe } = await import('#lib/personal-data/find-people.ts')
  const { forgetPerson } = await import('#lib/personal-data/keep-retentions.ts')
  expect((await forgetPerson(await describe(first.id))).own_photos).toBe(1)
  expect(await readSealed('replaced')).toHaveLength(1)
  const { tidyOwnPhotos } = await import('#lib/deliveries/own-photos.ts')
  const day = 24 * 60 * 60_000
  await tidyOwnPhotos(Date.now() + 364 * day)
  expect(await readSealed('replaced')).toHaveLength(1)
  await tidyOwnPhotos(Date.now() + 366 * day)
  expect(await readSealed('replaced')).toEqual([])
})

test('no person is removed while the account still holds a photo of the desk, whatever happens', async () => {
  const { desk, editor, delivery, review, first, second, anna, ben, photos } = await openWithOwnPhotos()
  const theirs = [photos.anna, photos.ben]
  const people = [
    { person: first, account: anna },
    { person: second, account: ben },
  ] as const
  await decide(editor, review, { decision: 'replace' })
  await confirm(editor, review)
  const random = createRandom(Number(process.env.SAMPLE_SEED ?? 47))
  const seen: string[] = []
  const withdrawn = new Set<number>()
  for (let step = 0; step < 14; step += 1) {
    const { person, account } = random.pick(people)
    const what = random.pick(['withdraw', 'approve', 'their own', 'takes none', 'fails', 'well'] as const)
    seen.push(`${person.id} ${what}`)
    if (what === 'withdraw' && !withdrawn.has(person.id)) {
      await withdraw(desk, person.id)
      withdrawn.add(person.id)
    }
    if (what === 'approve' && withdrawn.delete(person.id))
      for (const one of ['upload', 'edit', 'approve'])
        await desk.service.portal('POST', `/employees/${person.id}/${one}`, {})
    if (what === 'their own') {
      const photo = await toPhoto(20 + step)
      theirs.push(photo)
      account.photo = photo
    }
    account.takesNone = what === 'takes none'
    account.fails = what === 'fails' ? 500 : undefined
    await editor.json('POST', `/api/deliveries/${delivery.id}/runs?again=own_photos`)
    const run = await endedOrWaiting(editor, delivery)
    if (run.state === 'review') {
      await decide(editor, run, { decision: random.pick(['keep', 'replace'] as const) })
      await editor.json('POST', `/api/deliveries/${delivery.id}/runs/${run.id}/confirm`)
      await endedOrWaiting(editor, delivery)
    }
    for (const { person, account } of people) {
      const { body } = await editor.json<{ data: { state: string }[] }>(
        'GET',
        `/api/employees/${person.id}/places`,
      )
      const isOurs = account.photo !== null && !theirs.some(photo => account.photo?.equals(photo))
      if (body.data[0]?.state === 'removed') expect(isOurs, seen.join(', ')).toBe(false)
    }
  }
})

async function endedOrWaiting(person: Person, delivery: { id: string }): Promise<DeliveryRun> {
  let last: DeliveryRun | null
  return until(
    () => `a run that has ended or waits, ${JSON.stringify(last)}`,
    async () => {
      last = (await read(person, delivery)).last_run
      return last !== null && ['review', 'done', 'failed'].includes(last.state) && last
    },
  )
}
