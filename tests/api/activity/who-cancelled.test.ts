import { expect, test } from 'vitest'
import { EMPTY_PROJECT, LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { readActivity } from '#tests/support/activity.ts'
import { create, lastRun, openDesk, toFolder } from '#tests/support/deliveries.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { startExport } from '#tests/support/exports.ts'
import { importRows, sendImport } from '#tests/support/imports.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const toAccount = ({ id }: Person) => ({ id, email: `${id}@example.com` })

/** Returns the entry of the log for the end. */
async function toldOf(admin: Person, action: string) {
  return until('its end is written down', async () =>
    (await readActivity(admin)).find(entry => entry.action === action),
  )
}

/** A download whose remaining photos never arrive. */
async function preparing(desk: Desk) {
  const [owner, admin] = [await desk.signIn('editor'), await desk.signIn('admin')]
  const answer = { kind: 'delay', ms: 60_000 } as const
  await desk.service.fault({ path: '/employees/*/photo', skip: 3, times: 999, answer })
  const job = await startExport(owner, LARGE_PROJECT.id)
  await until('calls wait for the service', async () => (await desk.service.openCalls()) > 0)
  return { owner, admin, job }
}

test("the log names who cancelled another account's download, and whose download it was", async () => {
  const { owner, admin, job } = await preparing(startDesk())
  await admin.json('DELETE', `/api/exports/${job.id}`)
  const told = await toldOf(admin, 'export_ended')
  expect(told).toMatchObject({ actor: toAccount(admin), details: { account: toAccount(owner) } })
  expect(told.details.ended?.as).toBe('cancelled')
})

test('the log says that owners cancelled their own downloads', async () => {
  const { owner, admin, job } = await preparing(startDesk())
  await owner.json('DELETE', `/api/exports/${job.id}`)
  const { actor, details } = await toldOf(admin, 'export_ended')
  expect([actor, details.account]).toEqual([toAccount(owner), undefined])
})

test('the log says that the desk ended a download when its account was removed', async () => {
  const { owner, admin } = await preparing(startDesk())
  await admin.json('PATCH', `/api/accounts/${owner.id}`, { body: { status: 'disabled' } })
  expect(await toldOf(admin, 'export_ended')).toMatchObject({
    actor: { id: 'desk', email: '' },
    details: { account: toAccount(owner), ended: { as: 'cancelled' } },
  })
})

test("the log names who cancelled another account's import", async () => {
  const desk = startDesk()
  const [owner, admin] = [await desk.signIn('editor'), await desk.signIn('admin')]
  await desk.service.fault({ method: 'POST', skip: 1, answer: { kind: 'delay', ms: 500 } })
  const job = await sendImport(owner, EMPTY_PROJECT.id, importRows(700))
  await admin.json('DELETE', `/api/imports/${job.id}`)
  expect(await toldOf(admin, 'import_ended')).toMatchObject({
    actor: toAccount(admin),
    details: { account: toAccount(owner) },
  })
})

test('the log names who cancelled a run that another account began', async () => {
  const folder = createTempFolder()
  const { admin, editor } = await openDesk({ DELIVERY_FOLDERS: folder })
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  await editor.json('DELETE', `/api/deliveries/${delivery.id}/runs/${review.id}`)
  expect(await toldOf(admin, 'delivery_run_ended')).toMatchObject({
    actor: toAccount(editor),
    details: { account: toAccount(admin), delivered: { as: 'cancelled' } },
  })
})
