/**
 * Each action of a person takes effect completely or not at all, and its answer agrees with what they find afterwards.
 */
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Delivery } from '#lib/deliveries/contract.ts'
import {
  confirm,
  create,
  createFolder,
  lastRun,
  openDelivered,
  read,
  readFolder,
  toFolder,
} from '#tests/support/deliveries.ts'
import { type Person, startDesk } from '#tests/support/desk.ts'

/**
 * Makes the statements of a database that begin with these texts fail, in a transaction or not, until the returned
 * function is called.
 */
async function failing(...begins: string[]): Promise<() => Promise<void>> {
  const { getDatabase } = await import('#lib/store/database.ts')
  const database = getDatabase()
  const tables = begins.map(sql => sql.split(' '))
  for (const [write, table] of tables)
    await database.run(
      `CREATE TRIGGER away_${write}_${table} BEFORE ${write} ON ${table} BEGIN SELECT RAISE(ABORT, 'away'); END`,
    )
  return async () => {
    for (const [write, table] of tables) await database.run(`DROP TRIGGER away_${write}_${table}`)
  }
}

async function keep(): Promise<void> {
  const { keepSchedule } = await import('#lib/deliveries/manage/keep-schedule.ts')
  await keepSchedule(new Date())
}

async function list(person: Person): Promise<Delivery[]> {
  return (await person.json<{ data: Delivery[] }>('GET', '/api/deliveries')).body.data
}

async function actions(person: Person, action: string): Promise<number> {
  const { body } = await person.json<{ data: unknown[] }>('GET', `/api/activity?action=${action}`)
  return body.data.length
}

/** Leaves no more than the reserve of the disk, so nothing new begins. */
function fillDisk(): void {
  vi.doMock('node:fs/promises', async original => ({
    ...(await original<typeof import('node:fs/promises')>()),
    statfs: async () => ({ bavail: 40, bsize: 1024 * 1024 }),
  }))
  vi.resetModules()
  onTestFinished(() => void vi.doUnmock('node:fs/promises'))
}

test('a confirmed first run whose delivery cannot be written waits, and delivers nothing', async () => {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings })
  const admin = await desk.signIn('admin')
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  const back = await failing('UPDATE deliveries')
  const path = `/api/deliveries/${delivery.id}/runs/${review.id}/confirm`
  expect((await admin.json('POST', path)).status).toBe(500)
  await back()
  await keep()
  expect((await read(admin, delivery)).last_run).toMatchObject({ id: review.id, state: 'review' })
  expect(readFolder(folder).size).toBe(0)
  expect((await confirm(admin, review)).id).toBe(review.id)
  expect(await read(admin, delivery)).toMatchObject({ is_on: true, next_run_at: expect.any(String) })
})

test('a delivery whose run alone an earlier version confirmed is on after that run', async () => {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings })
  const admin = await desk.signIn('admin')
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  const { getDeliveryRunStore } = await import('#lib/store/delivery-run-store.ts')
  await getDeliveryRunStore().update(review.id, { state: 'running', confirmed_by: 'anna@example.com' }, [
    'review',
  ])
  await keep()
  await lastRun(admin, delivery, 'done')
  await vi.waitFor(async () =>
    expect(await read(admin, delivery)).toMatchObject({
      is_on: true,
      confirmed: true,
      next_run_at: expect.any(String),
    }),
  )
})

test('a delivery that the disk has no room for is not made', async () => {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings })
  const admin = await desk.signIn('admin')
  fillDisk()
  for (let pressed = 0; pressed < 2; pressed += 1)
    expect(await admin.json('POST', '/api/deliveries', { body: toFolder(folder) })).toMatchObject({
      status: 507,
      body: { code: 'disk_full' },
    })
  expect(await list(admin)).toEqual([])
  expect(await actions(admin, 'delivery_created')).toBe(0)
})

test('a delivery whose first run cannot be written is not made', async () => {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings })
  const admin = await desk.signIn('admin')
  const back = await failing('INSERT delivery_runs')
  expect((await admin.json('POST', '/api/deliveries', { body: toFolder(folder) })).status).toBe(500)
  await back()
  expect(await list(admin)).toEqual([])
  const delivery = await create(admin, toFolder(folder))
  await lastRun(admin, delivery, 'review')
})

test('a delivery stays on when its removal run cannot be written; a removal needs no room', async () => {
  const { admin, delivery, folder } = await openDelivered()
  const there = readFolder(folder).size
  const back = await failing('INSERT delivery_runs')
  const end = () => admin.json('DELETE', `/api/deliveries/${delivery.id}?photos=take_away`)
  expect((await end()).status).toBe(500)
  await back()
  expect(await read(admin, delivery)).toMatchObject({ is_on: true, ended_at: null })
  expect(readFolder(folder).size).toBe(there)
  fillDisk()
  expect((await end()).status).toBeLessThan(300)
  await lastRun(admin, delivery, 'done')
  await vi.waitFor(async () => expect((await read(admin, delivery)).ended_at).not.toBeNull())
})
