import { expect, test } from 'vitest'
import { create, createFolder, lastRun, toFolder } from '#tests/support/deliveries.ts'
import { startDesk } from '#tests/support/desk.ts'

test('five simultaneous deliveries into one folder create one', async () => {
  const { folder, settings } = createFolder()
  const admin = await startDesk({ settings }).signIn('admin')
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      admin.json<{ code?: string }>('POST', '/api/deliveries', {
        body: toFolder(folder, { name: `${index}` }),
      }),
    ),
  )
  const codes = answers.map(({ status, body }) => body.code ?? status).toSorted()
  expect(codes).toEqual([201, 'place_taken', 'place_taken', 'place_taken', 'place_taken'])
})

test('the database keeps a folder for one delivery until that ends', async () => {
  const { folder, settings } = createFolder()
  const admin = await startDesk({ settings }).signIn('admin')
  const delivery = await create(admin, toFolder(folder))
  const { id } = await lastRun(admin, delivery, 'review')
  const { getDeliveryStore } = await import('#lib/store/delivery-store.ts')
  const { getDeliveryRunStore } = await import('#lib/store/delivery-run-store.ts')
  const { toFolderAddress } = await import('#lib/deliveries/destinations/address.ts')
  const [row, run] = [await getDeliveryStore().find(delivery.id), await getDeliveryRunStore().find(id)]
  if (!row || !run) throw new Error('Both were created.')
  const place = await toFolderAddress({ kind: 'folder', folder })
  const other = { ...row, id: crypto.randomUUID() }
  const first = { ...run, id: crypto.randomUUID(), delivery_id: other.id }
  // Another desk on the same database has checked the folder at the same moment.
  expect(await getDeliveryStore().create(other, first, place)).toBe(false)
  expect([await getDeliveryStore().find(other.id), (await getDeliveryStore().list()).length]).toEqual([
    null,
    1,
  ])
  expect(await admin.json('DELETE', `/api/deliveries/${delivery.id}?photos=leave`)).toMatchObject({
    status: 200,
  })
  expect(await getDeliveryStore().create(other, first, place)).toBe(true)
})
