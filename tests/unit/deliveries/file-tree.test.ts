import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DestinationError, type Receipt } from '#lib/deliveries/destinations/destination.ts'
import { type FileTree, toDestination } from '#lib/deliveries/destinations/file-tree.ts'
import { deliveryFile } from '#tests/support/delivery-files.ts'

const { signal } = new AbortController()
const RECEIVER = { mitarbeiternummer: '1', email: 'anna@example.com' }

/** A folder in memory, which takes every name. `tellsCapitals`: not so on most shares of Windows. */
async function createTree({ tellsCapitals = true } = {}) {
  const files = new Map<string, Buffer>()
  const toKey = (name: string) =>
    tellsCapitals ? name : ([...files.keys()].find(key => key.toLowerCase() === name.toLowerCase()) ?? name)
  const tree: FileTree = {
    where: 'memory',
    write: async (name, bytes) => void files.set(toKey(name), Buffer.from(bytes)),
    read: async name => files.get(toKey(name)) ?? null,
    size: async name => files.get(toKey(name))?.length ?? null,
    remove: async name => void files.delete(toKey(name)),
    list: async () => [...files.keys()].map(name => ({ name, writtenAt: new Date() })),
    close: async () => {},
  }
  return { files, tree, destination: await toDestination(tree, 4, signal) }
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
  const { files, destination } = await createTree()
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
  mayReplace: () => true,
})

test('a photo under its new name is not all there while it lies under the old one, too', async () => {
  const { files, destination } = await createTree()
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
  const { files, destination, tree } = await createTree()
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
  const { files, destination } = await createTree()
  const before = await destination.put(put('old.jpg', 'photo'), signal)
  const maybe = { places: ['old.jpg', 'new.jpg'], version: before.version }
  await destination.put(put('newest.jpg', 'newer', maybe), signal)
  expect([...files.keys()]).toEqual(['newest.jpg'])
})

test.each([
  [true, ['Meyer.jpg']],
  [false, ['meyer.jpg']],
])(
  'a name that differs in a capital alone is the old file where shares do not tell them apart (%j)',
  async (tellsCapitals, names) => {
    const { files, destination } = await createTree({ tellsCapitals })
    const before = await destination.put(put('meyer.jpg', 'photo'), signal)
    await destination.put(put('Meyer.jpg', 'photo', before), signal)
    expect([...files.keys()]).toEqual(names)
  },
)

test('what others have put there is neither replaced unasked nor taken away; what holds the same is ours', async () => {
  const { files, destination } = await createTree()
  files.set('1.jpg', Buffer.from('of somebody else'))
  const unasked = { ...put('1.jpg', 'photo'), mayReplace: (name: string) => name === '2.jpg' }
  await expect(destination.put(unasked, signal)).rejects.toMatchObject({
    ...{ code: 'file_there', isOfOnePerson: true },
  })
  expect(files.get('1.jpg')?.toString()).toBe('of somebody else')
  files.set('1.jpg', Buffer.from('photo'))
  const receipt = await destination.put(unasked, signal)
  expect(await destination.check?.(receipt, signal)).toBe('there')
  files.set('1.jpg', Buffer.from('changed'))
  expect(await destination.check?.(receipt, signal)).toBe('other')
  await expect(destination.remove(receipt, signal)).rejects.toMatchObject({ code: 'changed_there' })
  expect(files.get('1.jpg')?.toString()).toBe('changed')
  files.delete('1.jpg')
  expect(await destination.check?.(receipt, signal)).toBe('gone')
  await destination.remove(receipt, signal)
})

test('a photo whose receipt does not say how long it is is compared byte for byte', async () => {
  const { files, destination } = await createTree()
  const { places, version } = await destination.put(put('1.jpg', 'photo'), signal)
  const earlier = { places, version: version?.split('/')[0] ?? null }
  expect(await destination.check?.(earlier, signal)).toBe('there')
  files.set('1.jpg', Buffer.from('other'))
  expect(await destination.check?.(earlier, signal)).toBe('other')
})

test('which names are taken is told by folder, and a folder that is not there has none', async () => {
  const { destination, tree } = await createTree()
  tree.list = async folder => {
    if (folder === 'b') throw new DestinationError('no_such_place')
    return [{ name: folder === 'a' ? '1.jpg' : '2.jpg', writtenAt: new Date() }]
  }
  const taken = await destination.findTaken?.(['1.jpg', '2.jpg', 'a/1.jpg', 'b/1.jpg'], signal)
  expect([...(taken ?? [])].sort()).toEqual(['2.jpg', 'a/1.jpg'])
})

test('a list of somebody else’s under the name of ours keeps the desk away; an empty one was left in the middle', async () => {
  const { tree } = await createTree()
  const open = async (list: string) => {
    await tree.write('portraits.csv', Buffer.from(list), signal)
    return toDestination(tree, 4, signal)
  }
  for (const list of ['file;name', '\ufeff"file","edited_at"', ' "file","edited_at"'])
    await expect(open(list)).rejects.toMatchObject({ code: 'list_there', isOfOnePerson: false })
  for (const list of ['', '"file","edited_at"\r\n']) await open(list)
})
