import { expect, test } from 'vitest'
import {
  confirm,
  create,
  createFolder,
  DELIVERED_PROJECT,
  lastRun,
  listItems,
  read,
  readFolder,
  run,
  toFolder,
} from '#tests/support/deliveries.ts'
import { startDesk } from '#tests/support/desk.ts'
import { askPhoto } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'

async function open() {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings })
  const admin = await desk.signIn('admin')
  const editor = await desk.signIn('editor')
  const people = await listPeople(desk.service, DELIVERED_PROJECT)
  const ready = people.filter(({ photo }) => photo.approved && photo.standard_url)
  const photoCalls = async () =>
    (await desk.service.journal()).filter(({ path }) => path.includes('/photo')).length
  return { desk, folder, admin, editor, people, ready, photoCalls }
}

async function delivered() {
  const opened = await open()
  const delivery = await create(opened.admin, toFolder(opened.folder))
  const first = await confirm(opened.editor, await lastRun(opened.admin, delivery, 'review'))
  return { ...opened, delivery, first }
}

test('the first run waits until somebody has read it; then every photo lies there as the service gives it', async () => {
  const { desk, folder, admin, editor, ready } = await open()
  const delivery = await create(admin, toFolder(folder))
  const review = await lastRun(admin, delivery, 'review')
  expect(review).toMatchObject({ review: 'first', counts: { add: { total: ready.length, done: 0 } } })
  expect(readFolder(folder).size).toBe(0)
  expect(await read(admin, delivery)).toMatchObject({ is_on: false, confirmed: false, next_run_at: null })
  const items = await listItems(editor, review)
  expect(items.map(({ employee_id }) => employee_id)).toEqual(ready.slice(0, 50).map(({ id }) => id))

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

test('a run that finds nothing new writes nothing and asks for no photo', async () => {
  const { folder, editor, delivery, ready, photoCalls } = await delivered()
  const [before, calls] = [readFolder(folder), await photoCalls()]
  expect(await run(editor, delivery)).toMatchObject({ total: 0, unchanged: ready.length })
  expect(readFolder(folder)).toEqual(before)
  expect(await photoCalls()).toBe(calls)
})
