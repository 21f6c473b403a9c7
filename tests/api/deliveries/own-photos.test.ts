/** A photo that a person has of their own is replaced only after a review that says so. */
import { expect, test } from 'vitest'
import { confirm, create, lastRun, listItems, openDesk, run, toFolder } from '#tests/support/deliveries.ts'
import { startGraph, toAccounts } from '#tests/support/receivers.ts'

async function openWithOwnPhoto() {
  const accounts = toAccounts([])
  const { destination, secrets, env } = await startGraph(accounts)
  const opened = await openDesk(env)
  Object.assign(accounts, toAccounts(opened.ready.map(({ email }) => email)))
  const [owner, ...others] = opened.ready
  const account = accounts[owner?.email ?? '']
  if (!owner || !account) throw new Error('The seed is too small.')
  account.photo = Buffer.from('their own')
  const delivery = await create(opened.admin, toFolder('', { destination, secrets, removals_percent: 100 }))
  return { ...opened, accounts, owner, others, account, delivery }
}

test('the plan names whose own photo would go; it stays unless it is to be replaced', async () => {
  const { admin, editor, delivery, owner, others, account } = await openWithOwnPhoto()
  const review = await lastRun(admin, delivery, 'review')
  expect(review.reasons).toContainEqual({ action: 'add', reason: 'replaces_photo', count: 1 })
  const done = await confirm(editor, review)
  expect(done.counts).toMatchObject({ add: { done: others.length }, cannot: { total: 1 } })
  expect(account.photo?.toString()).toBe('their own')
  // The next runs wait for no review: they leave the photo alone as well.
  for (let night = 0; night < 2; night += 1) {
    const next = await run(editor, delivery)
    expect(next).toMatchObject({ unchanged: others.length, failed: 0, counts: { add: { total: 0 } } })
    const [item] = await listItems(editor, next, '?action=cannot')
    expect(item).toMatchObject({ employee_id: owner.id, reason: 'photo_there' })
  }
  expect(account.photo?.toString()).toBe('their own')
  account.photo = null
  expect((await run(editor, delivery)).counts.add.done).toBe(1)
})

test('it is replaced when whoever reads the plan says so', async () => {
  const { admin, editor, delivery, ready, account } = await openWithOwnPhoto()
  const review = await lastRun(admin, delivery, 'review')
  await editor.json('POST', `/api/deliveries/${delivery.id}/runs/${review.id}/confirm?own_photos=replace`)
  expect((await lastRun(admin, delivery, 'done')).counts.add.done).toBe(ready.length)
  expect(account.photo?.toString()).not.toBe('their own')
})

test('a photo that somebody has chosen since is not replaced by a new one of ours', async () => {
  const { desk, admin, editor, delivery, others, accounts } = await openWithOwnPhoto()
  await confirm(editor, await lastRun(admin, delivery, 'review'))
  const [person] = others
  const account = accounts[person?.email ?? '']
  if (!person || !account) throw new Error('The seed is too small.')
  account.photo = Buffer.from('chosen later')
  for (const step of ['retake', 'upload', 'edit', 'approve'])
    await desk.service.portal('POST', `/employees/${person.id}/${step}`, {})
  const done = await run(editor, delivery)
  const [item] = await listItems(editor, done, '?action=change')
  expect(item).toMatchObject({ employee_id: person.id, state: 'failed', problem: 'photo_there' })
  expect(account.photo.toString()).toBe('chosen later')
})
