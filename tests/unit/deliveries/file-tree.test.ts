import { expect, test } from 'vitest'
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
    count: async () => files.size,
    close: async () => {},
  }
  return { files, destination: toDestination(tree, 1) }
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
