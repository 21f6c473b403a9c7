import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import {
  confirm,
  create,
  createFolder,
  lastRun,
  listItems,
  openDelivered,
  openDesk,
  read,
  readFolder,
  run,
  toFolder,
} from '#tests/support/deliveries.ts'
import { endWait, MAINTENANCE } from '#tests/support/maintenance.ts'

async function withOneDeleted() {
  const opened = await openDelivered({ removals_percent: 100 })
  const [gone] = opened.ready
  if (!gone) throw new Error('The seed is too small.')
  await opened.desk.service.ask(`/employees/${gone.id}`, { method: 'DELETE' })
  return { ...opened, gone, file: `${gone.mitarbeiternummer}.jpg` }
}

test.each(MAINTENANCE)(
  'the next run removes the photo of a person who %s, and leaves it to nobody',
  async (_, answer, problem) => {
    const { desk, folder, editor, delivery, ready, gone, file } = await withOneDeleted()
    await desk.service.fault({ path: `/employees/${gone.id}`, times: 99, answer })
    const done = await run(editor, delivery)
    expect((await listItems(editor, done))[0]).toMatchObject({ reason: 'left', state: 'failed', problem })
    expect((await read(editor, delivery)).places).toMatchObject({ there: ready.length, by_hand: 0 })
    await desk.service.portal('DELETE', '/faults')
    expect((await run(editor, delivery)).counts.remove).toEqual({ total: 1, done: 1, failed: 0 })
    expect((await read(editor, delivery)).places).toMatchObject({ by_hand: 0, removed: 1 })
    expect(readFolder(folder).has(file)).toBe(false)
  },
)

test.each(MAINTENANCE)('a run waits and fails nobody while %s answers for everything', async (_, answer) => {
  const { desk, folder, editor, delivery, gone, file } = await withOneDeleted()
  await desk.service.fault({ path: `/employees/${gone.id}`, times: 999, answer })
  await desk.service.fault({ path: '/projects', times: 999, answer })
  const waiting = await run(editor, delivery, 'paused')
  expect(waiting).toMatchObject({ pause_reason: 'service_unreachable', counts: { remove: { failed: 0 } } })
  await desk.service.portal('DELETE', '/faults')
  await endWait(waiting)
  const done = await lastRun(editor, delivery, 'done')
  expect(done.counts.remove).toEqual({ total: 1, done: 1, failed: 0 })
  expect(readFolder(folder).has(file)).toBe(false)
})

/**
 * One of several desks, and a plan that waits for its review. `late`: how many removals are refused because a lease was
 * renewed late.
 */
async function openOneOfSeveral() {
  const { folder, settings } = createFolder()
  const opened = await openDesk(settings)
  const [{ Lease }, { installLeases }, { getDatabase }] = await Promise.all([
    import('#lib/several-desks/leases.ts'),
    import('#tests/support/leases.ts'),
    import('#lib/store/database.ts'),
  ])
  installLeases(getDatabase())
  const late = (times: number) => {
    const refused = new DeskError('cancelled', { neverSent: true })
    const lasting = vi.spyOn(Lease.prototype, 'requireLasting')
    for (let time = 0; time < times; time += 1) lasting.mockRejectedValueOnce(refused)
    return lasting
  }
  const delivery = await create(opened.admin, toFolder(folder, { removals_percent: 100 }))
  return { ...opened, folder, delivery, late, review: await lastRun(opened.admin, delivery, 'review') }
}

test('a lease that was renewed late costs nobody their photo: the step begins again', async () => {
  const { editor, ready, review, late } = await openOneOfSeveral()
  const lasting = late(2)
  const done = await confirm(editor, review)
  expect(done.counts.add).toEqual({ total: ready.length, done: ready.length, failed: 0 })
  expect(lasting.mock.calls.length).toBeGreaterThan(ready.length)
})

test('a lease that was renewed late leaves no photo to people, and reports lost files', async () => {
  const { desk, folder, editor, delivery, ready, review, late } = await openOneOfSeveral()
  await confirm(editor, review)
  const [taken, gone] = ready
  for (const person of [taken, gone]) await desk.service.ask(`/employees/${person?.id}`, { method: 'DELETE' })
  rmSync(join(folder, `${gone?.mitarbeiternummer}.jpg`))
  late(2)
  const done = await run(editor, delivery)
  expect(done.counts.remove).toEqual({ total: 2, done: 1, failed: 1 })
  const failed = (await listItems(editor, done)).filter(({ state }) => state === 'failed')
  expect(failed).toMatchObject([{ employee_id: gone?.id, problem: 'gone_there' }])
  expect(readFolder(folder).has(`${taken?.mitarbeiternummer}.jpg`)).toBe(false)
})
