import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { PlaceOfPerson } from '#lib/deliveries/contract.ts'
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
import { ended, startExport } from '#tests/support/exports.ts'
import { startGraph, toAccounts } from '#tests/support/receivers.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

test('a cancellation waits for the photo in flight, records it, and starts no other one', async () => {
  const [commands, out] = [createTempFolder(), createTempFolder()]
  const path = join(commands, 'badges.sh')
  writeFileSync(
    path,
    `#!/bin/sh
    echo begun >> ${out}/begun
    until [ -e ${out}/go ]; do sleep 0.02; done
    echo ended >> ${out}/ended`,
  )
  chmodSync(path, 0o755)
  const { admin, editor } = await openDesk({ DELIVERY_COMMAND_DIR: commands })
  const delivery = await create(
    admin,
    toFolder('', { destination: { kind: 'command', command: 'badges.sh' } }),
  )
  const review = await lastRun(admin, delivery, 'review')
  await editor.json('POST', `/api/deliveries/${delivery.id}/runs/${review.id}/confirm`)
  await until('the first one has begun', () => readFolder(out).has('begun'))
  const cancelled = editor.json('DELETE', `/api/deliveries/${delivery.id}/runs/${review.id}`)
  const begun = lines(out, 'begun')
  writeFileSync(join(out, 'go'), '')
  await cancelled
  const run = await lastRun(editor, delivery, 'cancelled')
  expect(lines(out, 'ended')).toBe(lines(out, 'begun'))
  expect(lines(out, 'begun')).toBeLessThanOrEqual(begun + 1)
  expect(run.counts.add.done).toBe(lines(out, 'ended'))
  expect((await read(admin, delivery)).places.there).toBe(lines(out, 'ended'))
})

test('a photo edited after the plan was read comes with the next run; this one skips it', async () => {
  const { folder, settings } = createFolder()
  const { desk, admin, editor, ready } = await openDesk(settings)
  const [edited] = ready
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  for (const step of ['retake', 'upload', 'edit', 'approve'])
    await desk.service.portal('POST', `/employees/${edited?.id}/${step}`, {})
  await editor.json('GET', `/api/v1/employees/${edited?.id}`)
  const done = await confirm(editor, review)
  expect(done.counts.add).toEqual({ total: ready.length, done: ready.length - 1, failed: 1 })
  expect((await listItems(editor, done))[0]).toMatchObject({
    ...{ employee_id: edited?.id, problem: 'changed_meanwhile' },
  })
  expect(readFolder(folder).has(`${edited?.mitarbeiternummer}.jpg`)).toBe(false)
  expect((await run(editor, delivery)).counts.add).toEqual({ total: 1, done: 1, failed: 0 })
})

function lines(folder: string, name: string): number {
  return (readFolder(folder).get(name)?.bytes.toString().split('\n').length ?? 1) - 1
}

test('a desk that was stopped in the middle writes no file twice and finds unrecorded ones', async () => {
  const { folder, admin, editor, delivery, ready } = await openDelivered()
  const [first] = ready
  if (!first) throw new Error('The seed is too small.')
  const before = readFolder(folder)
  const { getSqlite } = await import('#lib/store/database.ts')
  // Simulates a desk that was killed between the rename and the record.
  const last = (await read(admin, delivery)).last_run
  getSqlite().prepare('DELETE FROM delivery_places WHERE employee_id = ?').run(first.id)
  getSqlite()
    .prepare("UPDATE delivery_items SET state = 'sent' WHERE employee_id = ? AND run_id = ?")
    .run(first.id, last?.id ?? '')
  getSqlite()
    .prepare("UPDATE delivery_runs SET state = 'running', ended_at = NULL WHERE id = ?")
    .run(last?.id ?? '')
  const { resumeAfterStart } = await import('#lib/jobs/resume.ts')
  const { DELIVERIES } = await import('#lib/deliveries/run/run-job.ts')
  await resumeAfterStart(DELIVERIES)
  await lastRun(editor, delivery, 'done')
  const after = readFolder(folder)
  const name = `${first.mitarbeiternummer}.jpg`
  expect(after.get(name)).toEqual(before.get(name))
  expect((await read(admin, delivery)).places.there).toBe(ready.length)
})

test('a file that a cancelled run was about to write is recorded, sent again, and ours', async () => {
  const { desk, admin, editor, delivery, ready } = await openDelivered({ removals_percent: 100 })
  const [first, second] = ready
  if (!first || !second) throw new Error('The seed is too small.')
  const { getSqlite } = await import('#lib/store/database.ts')
  const last = (await read(admin, delivery)).last_run
  const ids = [first.id, second.id]
  getSqlite()
    .prepare('DELETE FROM delivery_places WHERE employee_id IN (?, ?)')
    .run(...ids)
  getSqlite()
    .prepare("UPDATE delivery_items SET state = 'sent' WHERE employee_id IN (?, ?) AND run_id = ?")
    .run(...ids, last?.id ?? '')
  getSqlite()
    .prepare("UPDATE delivery_runs SET state = 'paused', ended_at = NULL WHERE id = ?")
    .run(last?.id ?? '')
  await editor.json('DELETE', `/api/deliveries/${delivery.id}/runs/${last?.id}`)
  await lastRun(editor, delivery, 'cancelled')
  const placeOf = async ({ id }: { id: number }) =>
    (await admin.json<{ data: PlaceOfPerson[] }>('GET', `/api/employees/${id}/places`)).body.data[0]
  await until('it is noted', async () => (await placeOf(second)) !== undefined)
  expect(await placeOf(first)).toMatchObject({
    ...{ state: 'there', reason: 'unanswered', places: [`${first.mitarbeiternummer}.jpg`] },
  })

  await desk.service.portal('POST', `/employees/${first.id}/retake`, {})
  const next = await run(editor, delivery)
  expect(next.counts).toMatchObject({ change: { done: 1 }, remove: { done: 0, failed: 1 } })
  expect(await placeOf(first)).toMatchObject({ state: 'by_hand', reason: 'withdrawn' })
  expect(await placeOf(second)).toMatchObject({ state: 'there', reason: null })
})

test('an approval that is withdrawn does not forget a photo that a crash may have left', async () => {
  const { desk, admin, editor, delivery, ready } = await openDelivered({ removals_percent: 100 })
  const [first] = ready
  if (!first) throw new Error('The seed is too small.')
  const last = (await read(admin, delivery)).last_run
  const { getDatabase } = await import('#lib/store/database.ts')
  const change = (sql: string, ...values: (string | number)[]) => getDatabase().run(sql, ...values)
  await change('DELETE FROM delivery_places WHERE employee_id = ?', first.id)
  await change(
    "UPDATE delivery_items SET state = 'sent' WHERE employee_id = ? AND run_id = ?",
    first.id,
    last?.id ?? '',
  )
  await change("UPDATE delivery_runs SET state = 'running', ended_at = NULL WHERE id = ?", last?.id ?? '')
  await desk.service.portal('POST', `/employees/${first.id}/retake`, {})
  const { resumeAfterStart } = await import('#lib/jobs/resume.ts')
  const { DELIVERIES } = await import('#lib/deliveries/run/run-job.ts')
  await resumeAfterStart(DELIVERIES)
  const done = await lastRun(editor, delivery, 'done')
  expect((await listItems(editor, done))[0]).toMatchObject({ problem: 'not_approved' })
  const { body } = await admin.json<{ data: PlaceOfPerson[] }>('GET', `/api/employees/${first.id}/places`)
  expect(body.data).toMatchObject([{ state: 'there', reason: 'unanswered' }])
  await run(editor, delivery)
  expect((await read(admin, delivery)).places).toMatchObject({ by_hand: 1 })
})

test('a plan that waits a day delivers no cached photo whose approval was withdrawn', async () => {
  const { folder, settings } = createFolder()
  const { desk, admin, editor, ready } = await openDesk(settings)
  const [withdrawn, deleted] = ready
  if (!withdrawn || !deleted) throw new Error('The seed is too small.')
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  await ended(editor, await startExport(editor, DELIVERED_PROJECT, { target: 'number' }))
  await desk.service.portal('POST', `/employees/${withdrawn.id}/retake`, {})
  await desk.service.ask(`/employees/${deleted.id}`, { method: 'DELETE' })
  const done = await confirm(editor, review)
  const failed = (await listItems(editor, done)).filter(({ state }) => state === 'failed')
  expect(failed.map(({ employee_id, problem }) => [employee_id, problem])).toEqual([
    [withdrawn.id, 'not_approved'],
    [deleted.id, 'not_available'],
  ])
  const names = [...readFolder(folder).keys()]
  for (const { mitarbeiternummer } of [withdrawn, deleted])
    expect(names).not.toContain(`${mitarbeiternummer}.jpg`)
  expect(names).toHaveLength(ready.length - 2 + 1)
})

test('a withdrawal in the middle of a run of hours stops a cached photo from delivery', async () => {
  const [commands, out] = [createTempFolder(), createTempFolder()]
  const path = join(commands, 'badges.sh')
  const wait = `echo begun >> ${out}/begun; until [ -e ${out}/go ]; do sleep 0.02; done`
  writeFileSync(path, `#!/bin/sh\n${wait}; cat manifest.json >> ${out}/log; echo >> ${out}/log`)
  chmodSync(path, 0o755)
  const { desk, admin, editor, ready } = await openDesk({ DELIVERY_COMMAND_DIR: commands })
  await ended(editor, await startExport(editor, DELIVERED_PROJECT, { target: 'number' }))
  const destination = { kind: 'command', command: 'badges.sh' } as const
  const delivery = await create(admin, toFolder('', { destination }))
  const review = await lastRun(admin, delivery, 'review')
  await editor.json('POST', `/api/deliveries/${delivery.id}/runs/${review.id}/confirm`)
  await until('the first one has begun', () => readFolder(out).has('begun'))
  const last = ready.at(-1)
  await desk.service.portal('POST', `/employees/${last?.id}/retake`, {})
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 30 * 60_000)
  const lists = async () =>
    (await desk.service.journal()).filter(({ path }) => path.includes('/employees?')).length
  const before = await lists()
  writeFileSync(join(out, 'go'), '')
  const done = await lastRun(editor, delivery, 'done')
  vi.restoreAllMocks()
  expect(done.counts.add).toEqual({ total: ready.length, done: ready.length - 1, failed: 1 })
  expect(readFileSync(join(out, 'log'), 'utf8')).not.toContain(`"${last?.mitarbeiternummer}.jpg"`)
  // One check serves all workers.
  expect((await lists()) - before).toBe(1)
})

test('a photo approved again while a review would remove it stays, and the new one comes next', async () => {
  const { desk, folder, editor, delivery, ready } = await openDelivered({ removals_percent: 0 })
  const [first] = ready
  if (!first) throw new Error('The seed is too small.')
  await desk.service.portal('POST', `/employees/${first.id}/retake`, {})
  const review = await run(editor, delivery, 'review')
  for (const step of ['upload', 'edit', 'approve'])
    await desk.service.portal('POST', `/employees/${first.id}/${step}`, {})
  const done = await confirm(editor, review)
  expect(done.counts.remove).toEqual({ total: 1, done: 0, failed: 1 })
  expect(readFolder(folder).has(`${first.mitarbeiternummer}.jpg`)).toBe(true)
  const next = await run(editor, delivery)
  expect(next.counts).toMatchObject({ change: { done: 1 }, remove: { total: 0 } })
})

test('an account that never answered is remembered, and a retry asks no other one', async () => {
  const accounts = toAccounts([])
  const { graph, destination, secrets, env } = await startGraph(accounts)
  const { admin, editor, ready } = await openDesk(env)
  Object.assign(accounts, toAccounts(ready.map(({ email }) => email)))
  const delivery = await create(admin, toFolder('', { destination, secrets }))
  const first = await confirm(editor, await lastRun(admin, delivery, 'review'))
  const [person] = ready
  if (!person) throw new Error('The seed is too small.')
  const { getDatabase } = await import('#lib/store/database.ts')
  const change = (sql: string, ...values: (string | number)[]) => getDatabase().run(sql, ...values)
  await change('DELETE FROM delivery_places WHERE employee_id = ?', person.id)
  await change(
    "UPDATE delivery_items SET state = 'sent' WHERE employee_id = ? AND run_id = ?",
    person.id,
    first.id,
  )
  await change("UPDATE delivery_runs SET state = 'paused', ended_at = NULL WHERE id = ?", first.id)
  await editor.json('DELETE', `/api/deliveries/${delivery.id}/runs/${first.id}`)
  await lastRun(editor, delivery, 'cancelled')
  const placeOf = async () =>
    (await admin.json<{ data: PlaceOfPerson[] }>('GET', `/api/employees/${person.id}/places`)).body.data[0]
  await until('it is noted', async () => (await placeOf()) !== undefined)
  expect(await placeOf()).toMatchObject({ reason: 'unanswered', places: [person.email] })
  const before = graph.journal.length
  expect((await run(editor, delivery)).counts.change.done).toBe(1)
  expect(graph.journal.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET /v1.0/users/${person.email}`,
    `PUT /v1.0/users/id-of-${person.email}/photo/$value`,
    `GET /v1.0/users/id-of-${person.email}/photo`,
  ])
})

test('a corrected e-mail address during a review sets no photo at the old account', async () => {
  const accounts = toAccounts([])
  const { destination, secrets, env } = await startGraph(accounts)
  const { desk, admin, editor, ready } = await openDesk(env)
  const [person] = ready
  if (!person) throw new Error('The seed is too small.')
  const right = 'right@example.com'
  Object.assign(accounts, toAccounts([...ready.map(({ email }) => email), right]))
  const delivery = await create(admin, toFolder('', { destination, secrets }))
  const review = await lastRun(admin, delivery, 'review')
  await desk.service.ask(`/employees/${person.id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: right }),
  })
  const done = await confirm(editor, review)
  expect(done.counts.add).toEqual({ total: ready.length, done: ready.length - 1, failed: 1 })
  expect(accounts[person.email]?.photo).toBeNull()
  expect((await run(editor, delivery)).counts.add.done).toBe(1)
  expect(accounts[right]?.photo).not.toBeNull()
})
