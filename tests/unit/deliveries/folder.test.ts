import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { toTemporary } from '#lib/deliveries/destinations/file-tree.ts'
import { deliveryFile } from '#tests/support/delivery-files.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { createSmallDisk, makeReadOnly } from '#tests/support/small-disk.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const { signal } = new AbortController()
const RECEIVER = { mitarbeiternummer: '1', email: 'anna@example.com' }

/** A file on a share whose server is dead; `asked` is called when it is read. */
const dead = vi.hoisted(() => ({ file: '', asked() {} }))
vi.mock('node:fs/promises', async original => {
  const real = await original<typeof import('node:fs/promises')>()
  const open: typeof real.open = (path, ...options) => {
    if (dead.file === '' || !String(path).endsWith(dead.file)) return real.open(path, ...options)
    dead.asked()
    return new Promise(() => {})
  }
  return { ...real, open }
})

async function open(folder: string, options = { signal }) {
  applySettings({ DELIVERY_FOLDERS: folder })
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const destination = await openDestination({ kind: 'folder', folder }, {}, options)
  const put = (name: string, content: string | Buffer) =>
    destination.put({ receiver: RECEIVER, files: [deliveryFile(name, content)], before: null }, signal)
  return { destination, put }
}

test('a full disk keeps the previous photo whole, and no half of the new one', async () => {
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

test('a read-only share is reported as such, and keeps its files', async () => {
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

test('a dangling link or a file in place of a folder fails only the files in it', async () => {
  const folder = createTempFolder()
  symlinkSync(join(folder, 'nowhere'), join(folder, 'A'))
  symlinkSync('B', join(folder, 'B'))
  writeFileSync(join(folder, 'C'), 'a file')
  const { put } = await open(folder)
  for (const name of ['A/4711.jpg', 'B/4711.jpg', 'C/4711.jpg'])
    await expect(put(name, 'photo')).rejects.toMatchObject({ code: 'refused', isOfOnePerson: true })
  await put('D/4711.jpg', 'photo')
  expect(readdirSync(join(folder, 'D'))).toEqual(['4711.jpg'])
})

test('a linked subfolder is not followed, and temporary files of a killed desk are deleted', async () => {
  const [folder, elsewhere] = [createTempFolder(), createTempFolder()]
  symlinkSync(elsewhere, join(folder, 'klein'))
  mkdirSync(join(folder, 'gross'))
  const yesterday = Date.now() / 1000 - 24 * 60 * 60
  for (const inside of ['.', 'gross']) {
    const leftBehind = join(folder, inside, '.portrait-desk-0123456789ab.part')
    writeFileSync(leftBehind, 'half a photo')
    utimesSync(leftBehind, yesterday, yesterday)
  }
  writeFileSync(join(folder, '.somebody-else.part'), 'theirs')
  const { put, destination } = await open(folder)
  for (const name of ['klein/4711.jpg', 'klein/2026/4711.jpg'])
    await expect(put(name, 'photo')).rejects.toMatchObject({ code: 'refused' })
  await put('gross/4711.jpg', 'photo')
  await destination.finish(Buffer.from('the list'), signal)
  expect(readdirSync(elsewhere)).toEqual([])
  expect(readdirSync(join(folder, 'gross'))).toEqual(['4711.jpg'])
  expect(readdirSync(folder).sort()).toEqual(['.somebody-else.part', 'gross', 'klein', 'portraits.csv'])
})

test('a share that is not mounted is unavailable, and nothing is created in its place', async () => {
  const folder = join(createTempFolder(), 'share')
  mkdirSync(folder)
  const { put } = await open(folder)
  await put('gross/4711.jpg', 'photo')
  renameSync(folder, `${folder}-away`)
  for (const name of ['4712.jpg', 'gross/4712.jpg'])
    await expect(put(name, 'photo')).rejects.toMatchObject({ code: 'no_such_place', isOfOnePerson: false })
  expect(existsSync(folder)).toBe(false)
})

test('a huge file in place of an own one is foreign, and is not read', async () => {
  const folder = createTempFolder()
  const { put, destination } = await open(folder)
  const receipt = await put('4711.jpg', 'photo')
  // More than Node reads at once; the sparse file takes no room on the disk.
  truncateSync(join(folder, '4711.jpg'), 3 * 1024 ** 3)
  await expect(destination.remove(receipt, signal)).rejects.toMatchObject({ code: 'changed_there' })
  expect(readdirSync(folder)).toEqual(['4711.jpg'])
})

test('a recent half file is replaced when sent again, and a link of its name is not followed', async () => {
  const [folder, elsewhere] = [createTempFolder(), join(createTempFolder(), 'secret')]
  writeFileSync(elsewhere, 'theirs')
  const { put } = await open(folder)
  writeFileSync(toTemporary(join(folder, '4711.jpg')), 'half a photo')
  symlinkSync(elsewhere, toTemporary(join(folder, '4712.jpg')))
  for (const name of ['4711.jpg', '4712.jpg']) await put(name, `photo ${name}`)
  expect(readdirSync(folder).sort()).toEqual(['4711.jpg', '4712.jpg'])
  expect(readFileSync(join(folder, '4712.jpg'), 'utf8')).toBe('photo 4712.jpg')
  expect(readFileSync(elsewhere, 'utf8')).toBe('theirs')
})

test('the receiving system can read new files and folders, whatever the umask of the desk', async () => {
  const folder = createTempFolder()
  chmodSync(folder, 0o2770)
  const before = process.umask(0o077)
  onTestFinished(() => void process.umask(before))
  const { put } = await open(folder)
  for (const name of ['4711.jpg', 'gross/2026/4711.jpg']) await put(name, 'photo')
  const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o7777).toString(8)
  expect(['gross', 'gross/2026', '4711.jpg', 'gross/2026/4711.jpg'].map(modeOf)).toEqual([
    '2770',
    '2770',
    '664',
    '664',
  ])
})

test('a silent share is left after two minutes, or at once on cancellation', async () => {
  const folder = createTempFolder()
  writeFileSync(join(folder, 'portraits.csv'), 'file,edited_at\n')
  onTestFinished(() => {
    dead.file = ''
    vi.useRealTimers()
  })
  const openSilent = async ({ signal }: AbortController) => {
    const asked = Promise.withResolvers<void>()
    Object.assign(dead, { file: 'portraits.csv', asked: asked.resolve })
    const left = expect(open(folder, { signal })).rejects.toMatchObject({ code: 'unreachable' })
    await asked.promise
    return { left }
  }
  const cancellation = new AbortController()
  const { left } = await openSilent(cancellation)
  cancellation.abort()
  await left
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const late = await openSilent(new AbortController())
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  await late.left
})
