/** Removal from directories and tenants, whatever happens to the entries in between. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DestinationError, type Entry, type Receipt } from '#lib/deliveries/destinations/destination.ts'
import {
  type EntryPhotos,
  type FoundEntry,
  giveUpOthers,
  removeFromEntries,
  toEntryReceipt,
} from '#lib/deliveries/destinations/entry-photos.ts'

const { signal } = new AbortController()
const PEOPLE = ['anna', 'ben']

type Row = {
  id: string
  name: string
  photo: string | null
  hidden: boolean
  blind: boolean
  locked: boolean
}

/** Creates a directory in memory, whose entries can be renamed, hidden, and protected from reading and writing. */
function createDirectory({ showsIdentity }: { showsIdentity: boolean }) {
  const rows: Row[] = PEOPLE.map(name => ({
    ...{ id: `id-of-${name}`, name, photo: null, hidden: false, blind: false, locked: false },
  }))
  let isReplica = false
  const visible = () => rows.filter(({ hidden }) => !hidden)
  const photos: EntryPhotos<FoundEntry> = {
    async find({ id, place }, receiver) {
      const row = visible().find(one => (id === null ? one.name === place : one.id === id))
      if (row) return { key: row.id, isSame: true }
      const other = id === null && visible().find(({ name }) => name === receiver?.mitarbeiternummer)
      return other ? { key: other.id, isSame: false } : null
    },
    async look({ key }, version) {
      const { photo = null, blind = false } = rows.find(({ id }) => id === key) ?? {}
      if (blind) return 'unknown'
      return photo === null ? 'none' : photo === version ? 'ours' : 'other'
    },
    async erase(found) {
      write(found.key, null)
      return found
    },
  }

  function write(key: string, photo: string | null): void {
    const row = rows.find(({ id }) => id === key)
    if (!row || row.hidden) throw new DestinationError('nobody_found')
    if (isReplica) throw new DestinationError('refers_elsewhere')
    if (row.locked) throw new DestinationError('not_allowed')
    row.photo = photo
  }

  return {
    rows,
    photos,
    setReplica(is: boolean) {
      isReplica = is
    },
    async put(name: string, photo: string, before: Receipt | null): Promise<Receipt> {
      const row = visible().find(one => one.name === name)
      if (!row) throw new DestinationError('nobody_found')
      const current: Omit<Entry, 'version'> = { place: row.name, id: showsIdentity ? row.id : null }
      const left = await giveUpOthers(photos, { before, current, signal })
      write(row.id, photo)
      return toEntryReceipt([{ ...current, version: photo }, ...left])
    },
  }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('deliver' as const), to: fc.constantFrom(...PEOPLE, 'married') }),
  fc.record({ kind: fc.constant('remove' as const) }),
  fc.record({
    kind: fc.constant('rename' as const),
    of: fc.nat(1),
    to: fc.constantFrom(...PEOPLE, 'married'),
  }),
  fc.record({
    kind: fc.constantFrom('hidden' as const, 'blind' as const, 'locked' as const),
    of: fc.nat(1),
    is: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('replica' as const), is: fc.boolean() }),
  fc.record({ kind: fc.constant('their own' as const), of: fc.nat(1) }),
)

test('a photo does not count as removed while an entry still holds it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async steps => {
      const { rows, photos, put, setReplica } = createDirectory({ showsIdentity: true })
      let receipt: Receipt | null = null
      const sent = new Set<string>()
      for (const [index, one] of steps.entries()) {
        if (one.kind === 'deliver') {
          const photo = `portrait ${index}`
          receipt = await put(one.to, photo, receipt).catch(ignoreRefusal(receipt))
          sent.add(photo)
        } else if (one.kind === 'remove') {
          const before: Receipt | null = receipt
          const isRemoved: boolean =
            before !== null &&
            (await removeFromEntries(photos, before, { signal }).then(() => true, ignoreRefusal(false)))
          if (!isRemoved) continue
          expect(rows.filter(({ photo }) => photo !== null && sent.has(photo))).toEqual([])
          receipt = null
        } else if (one.kind === 'replica') setReplica(one.is)
        else {
          const row = rows[one.of]
          if (!row) continue
          if (one.kind === 'their own') row.photo = 'their own'
          else if (one.kind !== 'rename') row[one.kind] = one.is
          // Names in a directory are unique.
          else if (!rows.some(({ name }) => name === one.to)) row.name = one.to
        }
      }
    }),
  )
})

function ignoreRefusal<Value>(value: Value): (thrown: unknown) => Value {
  return thrown => {
    if (thrown instanceof DestinationError) return value
    throw thrown
  }
}

test('a receipt without identity counts as removed only for its name, or where our photo is', async () => {
  const { rows, photos, put } = createDirectory({ showsIdentity: false })
  const receipt = await put('anna', 'portrait', null)
  const [anna, ben] = rows
  if (!anna || !ben) throw new Error('There are two of them.')
  anna.name = 'married'
  ben.name = 'number of anna'
  const receiver = { mitarbeiternummer: 'number of anna', email: null }
  const remove = () => removeFromEntries(photos, receipt, { receiver, signal })
  await expect(remove()).rejects.toMatchObject({ code: 'nobody_found' })
  expect(anna.photo).toBe('portrait')
  ;[anna.name, ben.name] = ['number of anna', 'ben']
  await remove()
  expect(anna.photo).toBeNull()
})
