import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DestinationError, type Receipt } from '#lib/deliveries/destinations/destination.ts'
import { type FileTree, hashBytes, toDestination } from '#lib/deliveries/destinations/file-tree.ts'
import { deliveryFile } from '#tests/support/delivery-files.ts'

const { signal } = new AbortController()
const RECEIVER = { mitarbeiternummer: '1', email: 'anna@example.com' }

/** Creates a folder in memory that accepts every name. `tellsCapitals` is false on most shares of Windows. */
async function createTree({ tellsCapitals = true } = {}) {
  const files = new Map<string, Buffer>()
  /** Names whose contents were read. */
  const read: string[] = []
  const toKey = (name: string) =>
    tellsCapitals ? name : ([...files.keys()].find(key => key.toLowerCase() === name.toLowerCase()) ?? name)
  const tree: FileTree = {
    where: 'memory',
    write: async (name, bytes) => void files.set(toKey(name), Buffer.from(bytes)),
    read: async name => {
      read.push(name)
      return files.get(toKey(name)) ?? null
    },
    hash: async name => {
      read.push(name)
      const bytes = files.get(toKey(name))
      return bytes ? hashBytes(bytes) : null
    },
    size: async name => files.get(toKey(name))?.length ?? null,
    remove: async name => void files.delete(toKey(name)),
    list: async () => [...files].map(([name, { length: bytes }]) => ({ name, bytes, writtenAt: new Date() })),
    close: async () => {},
  }
  return { files, read, tree, destination: await toDestination(tree, 4, signal) }
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
])('a file named %j is refused, and nothing is written', async name => {
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
})

test('a photo under its new name is incomplete while it is under the old one, too', async () => {
  const { files, destination } = await createTree()
  const before = await destination.put(put('4711.jpg', 'photo'), signal)
  // The state that a desk leaves when it is killed between writing the new name and deleting the old one.
  files.set('0815.jpg', Buffer.from('photo'))
  const moved = put('0815.jpg', 'photo', before)
  expect(await destination.has(moved, signal)).toBe('no')
  await destination.put(moved, signal)
  expect([...files.keys()]).toEqual(['0815.jpg'])
  expect(await destination.has(moved, signal)).toBe('no')
  expect(await destination.has({ ...moved, before: null }, signal)).toMatchObject({ places: ['0815.jpg'] })
})

test('two people who swap their numbers swap file names, and nobody loses a photo', async () => {
  const [reading, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { files, destination, tree } = await createTree()
  const anna = await destination.put(put('1.jpg', 'anna'), signal)
  const ben = await destination.put(put('2.jpg', 'ben'), signal)
  const hash = tree.hash
  // The other delivery has time to write between the check of the old name and its deletion.
  tree.hash = async (...args) => {
    const there = await hash(...args)
    reading.resolve()
    await slow.promise
    return there
  }
  const first = destination.put(put('2.jpg', 'anna', anna), signal)
  await reading.promise
  const second = destination.put(put('1.jpg', 'ben', ben), signal)
  // The delivery gets the time that it would need without waiting: its photo is read from the disk.
  await readFile(deliveryFile('1.jpg', 'ben').path)
  for (let tick = 0; tick < 50; tick += 1) await new Promise(resolve => setImmediate(resolve))
  slow.resolve()
  await Promise.all([first, second])
  expect(Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString()]))).toEqual({
    ...{ '1.jpg': 'ben', '2.jpg': 'anna' },
  })
})

test('a photo that may lie under two names after an unanswered run is removed from the old one', async () => {
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
  'a new name that differs only in case replaces the old file on a caseless share (%j)',
  async (tellsCapitals, names) => {
    const { files, destination } = await createTree({ tellsCapitals })
    const before = await destination.put(put('meyer.jpg', 'photo'), signal)
    await destination.put(put('Meyer.jpg', 'photo', before), signal)
    expect([...files.keys()]).toEqual(names)
  },
)

const NONE = new Set<string>()

test('a name is free where the place is empty, has the same file, or an earlier one of the desk', async () => {
  const { files, destination } = await createTree()
  const photo = deliveryFile('1.jpg', 'photo')
  const earlier = deliveryFile('1.jpg', 'earlier')
  const ask = (contents: ReadonlySet<string>) =>
    destination.requireFree?.([photo], { contents, lengths: new Set([null]) }, signal)
  await ask(NONE)
  files.set('1.jpg', Buffer.from('earlier'))
  const isTaken = { code: 'file_there', isOfOnePerson: true }
  await expect(ask(NONE)).rejects.toMatchObject(isTaken)
  await ask(new Set([earlier.sha256]))
  files.set('1.jpg', Buffer.from('photo'))
  await ask(NONE)
  // A file of equal length with other contents.
  files.set('1.jpg', Buffer.from('other'))
  await expect(ask(new Set([earlier.sha256]))).rejects.toMatchObject(isTaken)
})

test('a file with other content is found, reported and kept, and a missing file is reported', async () => {
  const { files, destination } = await createTree()
  const receipt = await destination.put(put('1.jpg', 'photo'), signal)
  const check = () => destination.check?.([receipt], signal)
  expect(await check()).toEqual(['there'])
  files.set('1.jpg', Buffer.from('changed'))
  expect(await check()).toEqual(['other'])
  await expect(destination.remove(receipt, signal)).rejects.toMatchObject({ code: 'changed_there' })
  expect(files.get('1.jpg')?.toString()).toBe('changed')
  files.delete('1.jpg')
  expect(await check()).toEqual(['gone'])
  expect(await destination.remove(receipt, signal)).toBe('gone')
  const again = await destination.put(put('1.jpg', 'photo'), signal)
  expect(await destination.remove(again, signal)).toBe('removed')
})

test('a receipt of an earlier version, without lengths, still identifies own files', async () => {
  const { files, destination } = await createTree()
  const { places, version } = await destination.put(put('1.jpg', 'photo'), signal)
  const earlier = { places, version: version?.split('/')[0] ?? null }
  expect(await destination.check?.([earlier], signal)).toEqual(['there'])
  files.set('1.jpg', Buffer.from('other'))
  await expect(destination.remove(earlier, signal)).rejects.toMatchObject({ code: 'changed_there' })
  files.set('1.jpg', Buffer.from('photo'))
  expect(await destination.remove(earlier, signal)).toBe('removed')
})

test('a file kept under its old name stays known, unless it is another person’s photo', async () => {
  const { files, destination } = await createTree()
  const before = await destination.put(put('old.jpg', 'photo'), signal)
  files.set('old.jpg', Buffer.from('photo, written anew by the system'))
  const moved = await destination.put(put('new.jpg', 'photo', before), signal)
  expect(moved.places).toEqual(['new.jpg', 'old.jpg'])
  expect(await destination.check?.([moved], signal)).toEqual(['other'])
  await expect(destination.remove(moved, signal)).rejects.toMatchObject({ code: 'changed_there' })
  const swapped = { ...put('new.jpg', 'photo', before), isOfOther: (name: string) => name === 'old.jpg' }
  expect((await destination.put(swapped, signal)).places).toEqual(['new.jpg'])
})

test('taken names are found by folder and spelling, and an unreadable folder stops no other', async () => {
  const { destination, tree } = await createTree()
  const file = (name: string) => ({ name, bytes: 5, writtenAt: new Date() })
  tree.list = async folder => {
    if (folder === 'b') throw new DestinationError('no_such_place')
    if (folder === 'c') throw new DestinationError('refused')
    return folder === 'a' ? [file('1.JPG'), file('Mu\u0308ller.jpg')] : [file('2.jpg')]
  }
  const names = ['1.jpg', '2.jpg', 'a/1.jpg', 'a/M\u00fcller.jpg', 'b/1.jpg', 'c/1.jpg']
  const taken = await destination.findTaken?.(names, signal)
  expect([...(taken ?? [])]).toEqual(['2.jpg', 'a/1.jpg', 'a/M\u00fcller.jpg', 'c/1.jpg'])
  const receipt = (place: string) => ({ places: [place], version: '0/5' })
  expect(await destination.check?.(names.map(receipt), signal)).toEqual([
    'gone',
    'there',
    'there',
    'there',
    'gone',
    null,
  ])
})

test('a foreign list file stops new files, while own files can still be removed', async () => {
  const { files, destination } = await createTree()
  const receipt = await destination.put(put('1.jpg', 'photo'), signal)
  const reopen = async (list: string | null) => {
    if (list !== null) files.set('portraits.csv', Buffer.from(list))
    const tree = (await createTree()).tree
    const same: FileTree = {
      ...tree,
      read: async name => files.get(name) ?? null,
      hash: async name => hashBytes(files.get(name) ?? Buffer.alloc(0)),
      size: async name => files.get(name)?.length ?? null,
      remove: async name => void files.delete(name),
    }
    return toDestination(same, 4, signal)
  }
  for (const list of ['file;name', 'Nummer,Datei', 'profile,edited_at']) {
    const theirs = await reopen(list)
    const told = { code: 'list_there', isOfOnePerson: false }
    await expect(theirs.put(put('2.jpg', 'photo'), signal)).rejects.toMatchObject(told)
    await expect(theirs.finish(Buffer.from('list'), signal)).rejects.toMatchObject(told)
    await expect(theirs.test(signal)).rejects.toMatchObject(told)
    expect(files.get('portraits.csv')?.toString()).toBe(list)
  }
  expect(await (await reopen(null)).remove(receipt, signal)).toBe('removed')
  // An interrupted list, one as the desk writes it, and one as spreadsheets save it.
  for (const list of ['', '"file","edited_at"\r\n', '\ufefffile;edited_at\r\n'])
    await (await reopen(list)).put(put('1.jpg', 'photo'), signal)
})

test('a photo of two files whose second one is refused reports what was written', async () => {
  const { files, destination } = await createTree()
  const before = await destination.put(put('4711.jpg', 'old'), signal)
  const photo = {
    receiver: RECEIVER,
    files: [deliveryFile('0815.jpg', 'large'), deliveryFile('../0815-small.jpg', 'small')],
    before,
  }
  const refused: unknown = await destination.put(photo, signal).catch((thrown: unknown) => thrown)
  if (!(refused instanceof DestinationError) || !refused.left) throw new Error('Nothing is said to be left.')
  expect(refused).toMatchObject({ code: 'refused', left: { places: ['0815.jpg', '4711.jpg'] } })
  expect([...files.keys()]).toEqual(['4711.jpg', '0815.jpg'])
  expect(await destination.remove(refused.left, signal)).toBe('removed')
  expect([...files.keys()]).toEqual([])
})

test('a file of another length is foreign without being read', async () => {
  const { files, read, destination } = await createTree()
  const receipt = await destination.put(put('4711.jpg', 'photo'), signal)
  files.set('4711.jpg', Buffer.from('a longer one'))
  read.length = 0
  const known = { contents: new Set(['0'.repeat(64)]), lengths: new Set([99]) }
  const { files: wanted } = put('4711.jpg', 'photo')
  await expect(destination.requireFree?.(wanted, known, signal)).rejects.toMatchObject({ code: 'file_there' })
  await expect(destination.remove(receipt, signal)).rejects.toMatchObject({ code: 'changed_there' })
  expect(read).toEqual([])
})

test('a file that is still there after its removal does not count as removed', async () => {
  const { files, tree, destination } = await createTree()
  const receipt = await destination.put(put('4711.jpg', 'photo'), signal)
  tree.remove = async () => {}
  await expect(destination.remove(receipt, signal)).rejects.toMatchObject({ code: 'still_there' })
  expect([...files.keys()]).toEqual(['4711.jpg'])
})
