import 'server-only'
import { readFile } from 'node:fs/promises'
import {
  Attribute,
  Change,
  type Filter,
  NotFilter,
  PresenceFilter,
  type SearchOptions,
  type SearchResult,
} from 'ldapts'
import {
  DestinationError,
  type Entry,
  type Found,
  type OpenDestination,
  type Receiver,
} from './destination.ts'
import {
  checkEntry,
  type EntryPhotos,
  type FoundEntry,
  giveUpOthers,
  isSameEntry,
  orNobody,
  removeFromEntries,
  toEntries,
  toEntryReceipt,
  toOurVersion,
} from './entry-photos.ts'
import { hashBytes } from './file-tree.ts'
import { toFilter } from './ldap-filter.ts'
import { IDENTITIES, toId, toIdFilter } from './ldap-identity.ts'
import { ofThisEntry, orNothing } from './ldap-refusals.ts'
import type { SettingsOf } from './settings.ts'
import { restored, toTestPicture } from './test-picture.ts'

const AT_ONCE = 2
const SEARCH_SECONDS = 30
/**
 * learn.microsoft.com/windows/win32/adschema/a-thumbnailphoto: rangeUpper. The attribute of RFC 2798 has no limit of
 * its own.
 */
const BYTES_MAX = { thumbnailPhoto: 102_400, jpegPhoto: 1_000_000 }
const ANY_ENTRY = new PresenceFilter({ attribute: 'objectClass' })

/** Operations on signed-in connections. They throw `DestinationError`. */
export type DirectorySearch = (
  base: string,
  options: SearchOptions,
  signal: AbortSignal,
) => Promise<SearchResult>
export type DirectoryModify = (dn: string, change: Change, signal: AbortSignal) => Promise<void>
type DirectoryConnection = {
  search: DirectorySearch
  /** Follows a referral to a host that is allowed. */
  modify: DirectoryModify
  /** Address of the server that took the writes to an entry, when it is another one. */
  findServer: (dn: string) => string | undefined
  /** Reads and writes an entry at the server that took it. Throws `refers_elsewhere` when that is no longer allowed. */
  routeTo: (dn: string, server: string, signal: AbortSignal) => Promise<void>
  close: () => Promise<void>
}

type Search = { base: string; scope: 'base' | 'sub'; filter: string | Filter; attributes: readonly string[] }

/**
 * A directory: the entry of each person is found by number or e-mail address, and one attribute of it is replaced or
 * deleted. No other attribute is changed. Attribute names are compared without case (RFC 4512, 2.5).
 */
export function createDirectory(
  { search: ask, modify, findServer, routeTo, close }: DirectoryConnection,
  settings: SettingsOf<'ldap'>,
): OpenDestination {
  const { attribute } = settings
  /** Spelling of the attribute by this server: the client returns bytes only for the name that it was asked for. */
  let spelling: string = attribute
  let roots: Promise<string[]> | null = null

  async function search({ base, attributes, ...asked }: Search, signal: AbortSignal) {
    const options = {
      ...asked,
      attributes: [...attributes],
      ...(asked.scope === 'sub' && { sizeLimit: 2 }),
      timeLimit: SEARCH_SECONDS,
      explicitBufferAttributes: [spelling, 'objectGUID'],
    }
    const { searchEntries } = await ask(base, options, signal).catch((error: unknown) => {
      // The server has found more entries than the limit.
      if (error instanceof DestinationError && error.message.includes('SizeLimitExceeded'))
        throw new DestinationError('several_found', { cause: error })
      throw error
    })
    return searchEntries
  }

  async function findPerson(receiver: Receiver, signal: AbortSignal): Promise<Omit<Entry, 'version'>> {
    const filter = toFilter(settings.filter, receiver)
    const asked = { base: settings.base, scope: 'sub', filter, attributes: IDENTITIES } as const
    const [entry, other] = await search(asked, signal)
    if (!entry) throw new DestinationError('nobody_found')
    if (other) throw new DestinationError('several_found')
    return { place: entry.dn, id: toId(entry) }
  }

  /** DN of the entry with this identity, wherever it was moved to; null when it is not visible. */
  async function findById(id: string, { place }: Entry, signal: AbortSignal): Promise<string | null> {
    const filter = toIdFilter(id)
    const found = async (base: string, scope: Search['scope']) => {
      const [entry] = await search({ base, scope, filter, attributes: ['1.1'] }, signal).catch(orNothing)
      return entry?.dn
    }
    const here = (await found(place, 'base')) ?? (await found(settings.base, 'sub'))
    if (here !== undefined) return here
    roots ??= readRoots(signal)
    for (const root of await roots) {
      const elsewhere = await found(root, 'sub')
      if (elsewhere !== undefined) return elsewhere
    }
    return null
  }

  /**
   * Reads the naming contexts of this server (RFC 4512, section 5.1): a person may be moved out of the base that is
   * searched.
   */
  async function readRoots(signal: AbortSignal): Promise<string[]> {
    const attributes = ['namingContexts']
    const [root] = await search({ base: '', scope: 'base', filter: ANY_ENTRY, attributes }, signal).catch(
      orNothing,
    )
    return [root?.namingContexts ?? []].flat().map(String)
  }

  /** Reads all values: `jpegPhoto` may have several (RFC 2798, section 2.6). */
  async function read(dn: string, signal: AbortSignal): Promise<Buffer[]> {
    const asked = { base: dn, scope: 'base', filter: ANY_ENTRY, attributes: [attribute] } as const
    const readOnce = async () => (await search(asked, signal).catch(ofThisEntry))[0] ?? {}
    let entry = await readOnce()
    const name = Object.keys(entry).find(isOurAttribute)
    if (name !== undefined && name !== spelling) {
      spelling = name
      entry = await readOnce()
    }
    const values = [(name && new Map(Object.entries(entry)).get(name)) || []].flat()
    return values.flatMap(value => (Buffer.isBuffer(value) && value.length > 0 ? [value] : []))
  }

  /** True for our attribute, also with options such as `;binary` (RFC 4512, section 2.5). */
  function isOurAttribute(name: string): boolean {
    return name.split(';')[0]?.toLowerCase() === attribute.toLowerCase()
  }

  /**
   * True when the server shows that the entry has no photo. If the account may not read the attribute, a filter on it
   * is neither true nor false (RFC 4511, section 4.5.1.7; MS-ADTS 3.1.1.3.1.3.1), so such an entry does not match.
   */
  async function hasNone(dn: string, signal: AbortSignal): Promise<boolean> {
    const filter = new NotFilter({ filter: new PresenceFilter({ attribute }) })
    const asked = { base: dn, scope: 'base', filter, attributes: ['1.1'] } as const
    return (await search(asked, signal).catch(ofThisEntry)).length > 0
  }

  async function write(dn: string, values: Buffer[], signal: AbortSignal): Promise<void> {
    const modification = new Attribute({ type: attribute, values })
    const change = new Change({ operation: 'replace', modification })
    await modify(dn, change, signal).catch(ofThisEntry)
  }

  async function findEntry(
    entry: Entry,
    receiver: Receiver | undefined,
    signal: AbortSignal,
  ): Promise<FoundEntry | null> {
    if (entry.id !== null) {
      const dn = await findById(entry.id, entry, signal)
      if (dn !== null) return { key: dn, isSame: true }
    } else {
      const asked = { base: entry.place, scope: 'base', filter: ANY_ENTRY, attributes: ['1.1'] } as const
      const [there] = await search(asked, signal).catch(orNothing)
      if (there) return { key: there.dn, isSame: true }
    }
    const person = receiver && (await findPerson(receiver, signal).catch(orNobody))
    return person ? { key: person.place, isSame: false } : null
  }

  const photos: EntryPhotos<FoundEntry> = {
    async find(entry, receiver, signal) {
      const found = await findEntry(entry, receiver, signal)
      if (found && entry.server !== undefined) await routeTo(found.key, entry.server, signal)
      return found
    },

    async look({ key: dn }, version, signal) {
      const there = await read(dn, signal)
      if (there.some(value => hashBytes(value) === version)) return 'ours'
      if (there.length > 0) return 'other'
      return (await hasNone(dn, signal)) ? 'none' : 'unknown'
    },

    async erase(found, version, signal) {
      const others = (await read(found.key, signal)).filter(value => hashBytes(value) !== version)
      // All other values are written, because the server cannot delete ours by its value: the attribute has no rule for
      // comparing values.
      await write(found.key, others, signal)
      return found
    },
  }

  return {
    atOnce: AT_ONCE,
    close,

    async test(signal) {
      const asked = { base: settings.base, scope: 'base', filter: ANY_ENTRY, attributes: ['1.1'] } as const
      const found = await search(asked, signal)
      if (found.length === 0) throw new DestinationError('no_such_place')
      const { test_person: who } = settings
      if (!who) return [{ code: 'directory', values: { base: settings.base } }]
      const { place: dn } = await findPerson({ mitarbeiternummer: who, email: who }, signal)
      const before = await read(dn, signal)
      const isAsBefore = async (end: AbortSignal) => isSameList(await read(dn, end), before)
      if (before.length === 0 && !(await hasNone(dn, signal))) throw new DestinationError('not_readable')
      // The present photo is written first: a photo that the server refuses to take back must not be replaced.
      await write(dn, before, signal)
      if (!(await isAsBefore(signal))) throw new DestinationError('not_readable')
      const picture = await toTestPicture()
      const there = await restored(
        async () => {
          await write(dn, [picture], signal)
          return read(dn, signal)
        },
        end => write(dn, before, end),
      )
      if (!isSameList(there, [picture]))
        throw new DestinationError('refused', { message: 'It reads back otherwise.' })
      if (!(await isAsBefore(signal))) throw new DestinationError('still_there')
      return [{ code: 'directory_entry', values: { dn, attribute } }]
    },

    async readOwn({ receiver, before }, signal) {
      const entry = await findPerson(receiver, signal).catch(orNobody)
      if (!entry) return null
      const ours = toOurVersion(before, entry)
      const files = (await read(entry.place, signal)).filter(value => hashBytes(value) !== ours)
      return files.length === 0 ? null : { entry, version: hashList(files), files }
    },

    async putBack({ entry, version, files }, signal) {
      const found = await photos.find({ ...entry, version }, undefined, signal)
      if (!found) throw new DestinationError('nobody_found')
      const there = await read(found.key, signal)
      if (there.length > 0) return hashList(there) === version ? 'put_back' : 'other_there'
      if (!(await hasNone(found.key, signal))) throw new DestinationError('not_readable')
      await write(found.key, files, signal)
      if (!isSameList(await read(found.key, signal), files))
        throw new DestinationError('refused', { message: 'It reads back otherwise.' })
      return 'put_back'
    },

    async check(receipts, signal) {
      const found: (Found | null)[] = []
      for (const receipt of receipts) found.push(await checkEntry(photos, receipt, signal))
      return found
    },

    async put({ receiver, files, before }, signal) {
      const current = await findPerson(receiver, signal)
      const file = files.find(({ bytes }) => bytes <= BYTES_MAX[attribute])
      if (!file) throw new DestinationError('too_large')
      const left = await giveUpOthers(photos, { before, current, signal })
      await write(current.place, [await readFile(file.path)], signal)
      const server = findServer(current.place)
      return toEntryReceipt([{ ...current, version: file.sha256, ...(server && { server }) }, ...left])
    },

    async remove(receipt, signal, receiver) {
      await removeFromEntries(photos, receipt, { receiver, signal })
      return 'removed'
    },

    async has({ receiver, files, before }, signal) {
      const current = await findPerson(receiver, signal)
      if (before && toEntries(before).some(entry => !isSameEntry(entry, current))) return 'no'
      const [there, ...others] = await read(current.place, signal)
      const version = there && others.length === 0 ? hashBytes(there) : null
      return files.some(({ sha256 }) => sha256 === version) ? toEntryReceipt([{ ...current, version }]) : 'no'
    },

    /** A directory takes no list. */
    async finish() {},
  }
}

function isSameList(one: readonly Buffer[], other: readonly Buffer[]): boolean {
  return hashList(one) === hashList(other)
}

/** Returns the same text for the same values in any order: values of an attribute have none. */
function hashList(values: readonly Buffer[]): string {
  return values.map(hashBytes).sort().join(' ')
}
