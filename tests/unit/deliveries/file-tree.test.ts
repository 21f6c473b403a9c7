import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Receipt } from '#lib/deliveries/destinations/destination.ts'
import { type FileTree, toDestination } from '#lib/deliveries/destinations/file-tree.ts'
import { deliveryFile } from '#tests/support/delivery-files.ts'

const { signal } = new AbortController()
const RECEIVER = { mitarbeiternummer: '1', email: 'anna@example.com' }

/** A folder in memory, which takes every name. */
function createTree() {
  const files = new Map<string, Buffer>()
  const tree: FileTree = {
    where: 'memory',
    write: async (name, bytes) => void files.set(name, Buffer.from(bytes)),
    read: async name => files.get(name) ?? null,
    size: async name => files.get(name)?.length ?? null,
    remove: async name => void files.delete(name),
    list: async () => [],
    close: async () => {},
  }
  return { files, tree, destination: toDestination(tree, 4) }
}

test.each([
  '../4711.jpg',
  'a/../../4711.jpg',
  '/etc/4711.jpg',
  './4711.jpg',
  'a//4711.jpg',
  'a\\..\\4711.jpg',
  '4711\0.jpg',
  '',
  'portraits.csv',
])('a file that was to be called %j is refused, and nothing is written', async name => {
  const { files, destination } = createTree()
  const photo = { receiver: RECEIVER, files: [deliveryFile(name, 'photo')], before: null }
  await expect(destination.put(photo, signal)).rejects.toMatchObject({
    ...{ code: 'refused', isOfOnePerson: true },
  })
  expect([...files.keys()]).toEqual([])
})

const put = (name: string, content: string, before: Receipt | null = null) => ({
  receiver: RECEIVER,
  files: [deliveryFile(name, content)],
  before,
})

test('a photo under its new name is not all there while it lies under the old one, too', async () => {
  const { files, destination } = createTree()
  const before = await destination.put(put('4711.jpg', 'photo'), signal)
  // As a desk leaves it that is killed between the new name and the end of the old one.
  files.set('0815.jpg', Buffer.from('photo'))
  const moved = put('0815.jpg', 'photo', before)
  expect(await destination.has(moved, signal)).toBe('no')
  await destination.put(moved, signal)
  expect([...files.keys()]).toEqual(['0815.jpg'])
  expect(await destination.has(moved, signal)).toBe('no')
  expect(await destination.has({ ...moved, before: null }, signal)).toMatchObject({ places: ['0815.jpg'] })
})

test('two people who swap their numbers have each other’s names, and nobody loses a photo', async () => {
  const [reading, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { files, destination, tree } = createTree()
  const anna = await destination.put(put('1.jpg', 'anna'), signal)
  const ben = await destination.put(put('2.jpg', 'ben'), signal)
  const read = tree.read
  // Between the look at the old name and its end there is time for the other one to write there.
  tree.read = async (...args) => {
    const there = await read(...args)
    reading.resolve()
    await slow.promise
    return there
  }
  const first = destination.put(put('2.jpg', 'anna', anna), signal)
  await reading.promise
  const second = destination.put(put('1.jpg', 'ben', ben), signal)
  // So much time as it would need if nobody made it wait: its photo is read from the disk.
  await readFile(deliveryFile('1.jpg', 'ben').path)
  for (let tick = 0; tick < 50; tick += 1) await new Promise(resolve => setImmediate(resolve))
  slow.resolve()
  await Promise.all([first, second])
  expect(Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString()]))).toEqual({
    ...{ '1.jpg': 'ben', '2.jpg': 'anna' },
  })
})

test('what may lie under two names since a run that was never answered is given up where it is known', async () => {
  const { files, destination } = createTree()
  const before = await destination.put(put('old.jpg', 'photo'), signal)
  const maybe = { places: ['old.jpg', 'new.jpg'], version: before.version }
  await destination.put(put('newest.jpg', 'newer', maybe), signal)
  expect([...files.keys()]).toEqual(['newest.jpg'])
})
