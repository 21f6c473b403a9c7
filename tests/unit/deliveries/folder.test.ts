import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deliveryFile } from '#tests/support/delivery-files.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { createSmallDisk, makeReadOnly } from '#tests/support/small-disk.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const { signal } = new AbortController()
const RECEIVER = { mitarbeiternummer: '1', email: 'anna@example.com' }

async function open(folder: string) {
  applySettings({ DELIVERY_FOLDERS: folder })
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const destination = await openDestination({ kind: 'folder', folder }, {}, { signal })
  const put = (name: string, content: string | Buffer) =>
    destination.put({ receiver: RECEIVER, files: [deliveryFile(name, content)], before: null }, signal)
  return { destination, put }
}

test('a full disk keeps the photo of before, whole, and no half of the new one', async () => {
  const disk = createSmallDisk(1)
  if (!disk) return leaveOut('a full disk as a delivery’s destination', 'the right to mount one')
  const { put } = await open(disk.path)
  await put('4711.jpg', 'before')
  await expect(put('4711.jpg', Buffer.alloc(2_000_000, 1))).rejects.toMatchObject({
    ...{ code: 'full', isOfOnePerson: false },
  })
  expect(readdirSync(disk.path)).toEqual(['4711.jpg'])
  expect(readFileSync(join(disk.path, '4711.jpg'), 'utf8')).toBe('before')
})

test('a share that is only read is told of as such, and keeps what it has', async () => {
  const folder = createTempFolder()
  const { put, destination } = await open(folder)
  const receipt = await put('4711.jpg', 'before')
  if (!makeReadOnly(folder))
    return leaveOut('a read-only share as a delivery’s destination', 'the right to make one')
  const told = { code: 'read_only', isOfOnePerson: false }
  await expect(put('4712.jpg', 'new')).rejects.toMatchObject(told)
  await expect(destination.remove(receipt, signal)).rejects.toMatchObject(told)
  await expect(destination.test(signal)).rejects.toMatchObject(told)
  expect(readdirSync(folder)).toEqual(['4711.jpg'])
})

test('a folder inside that leads elsewhere is not followed, and what a killed desk left behind goes', async () => {
  const [folder, elsewhere] = [createTempFolder(), createTempFolder()]
  symlinkSync(elsewhere, join(folder, 'klein'))
  const leftBehind = join(folder, '.portrait-desk-0123456789ab.part')
  writeFileSync(leftBehind, 'half a photo')
  const yesterday = Date.now() / 1000 - 24 * 60 * 60
  utimesSync(leftBehind, yesterday, yesterday)
  writeFileSync(join(folder, '.somebody-else.part'), 'theirs')
  mkdirSync(join(folder, 'gross'))
  const { put } = await open(folder)
  await expect(put('klein/4711.jpg', 'photo')).rejects.toMatchObject({ code: 'refused' })
  await put('gross/4711.jpg', 'photo')
  expect(readdirSync(elsewhere)).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['.somebody-else.part', 'gross', 'klein'])
})
