import 'server-only'
import {
  DestinationError,
  type Entry,
  type Receipt,
  type Receiver,
  type Found as Standing,
} from './destination.ts'
import type { DestinationErrorCode } from './errors.ts'

/**
 * Photo of an entry, as the destination shows it. `none` is proven; `unknown` may be a photo that the desk may not
 * read.
 */
type Shown = 'ours' | 'other' | 'none' | 'unknown'

/** Entry as it is now. `isSame`: false when only the number or e-mail address led to it, so it may be another entry. */
export type FoundEntry = { key: string; isSame: boolean }

/** Destination in which each entry holds the photo of one person. */
export type EntryPhotos<Found extends FoundEntry> = {
  /** Null when no such entry is visible. A receipt without identity is followed by its place, then by the receiver. */
  find(entry: Entry, receiver: Receiver | undefined, signal: AbortSignal): Promise<Found | null>
  look(found: Found, version: string | null, signal: AbortSignal): Promise<Shown>
  /** Asks the destination to delete our photo. Returns what is known of the entry after that. */
  erase(found: Found, version: string | null, signal: AbortSignal): Promise<Found>
}

export function toEntryReceipt(entries: Entry[]): Receipt {
  return { places: entries.map(({ place }) => place), version: entries[0]?.version ?? null, entries }
}

/** Receipts of earlier versions have no identities. */
export function toEntries({ places, version, entries }: Receipt): Entry[] {
  return entries ?? places.map(place => ({ place, id: null, version }))
}

/**
 * Deletes our photo from each entry of a receipt. Returns only after the destination has shown that every entry is
 * without it. Otherwise throws, after all entries had their turn, the reason why it has to be removed by hand.
 */
export async function removeFromEntries<Found extends FoundEntry>(
  photos: EntryPhotos<Found>,
  receipt: Receipt,
  { receiver, signal }: { receiver?: Receiver | undefined; signal: AbortSignal },
): Promise<void> {
  let refusal: DestinationError | null = null
  for (const entry of toEntries(receipt)) {
    try {
      await removeFromEntry(photos, entry, { receiver, signal })
    } catch (thrown) {
      if (!isOfOneEntry(thrown)) throw thrown
      refusal ??= thrown
    }
  }
  if (refusal) throw refusal
}

/**
 * Deletes our photo from the entries of an earlier delivery that are not the current one, such as the entry of a wrong
 * number. Returns the entries that may still hold it: the new receipt keeps them. An entry that now shows another photo
 * is released.
 */
export async function giveUpOthers<Found extends FoundEntry>(
  photos: EntryPhotos<Found>,
  {
    before,
    current,
    signal,
  }: { before: Receipt | null; current: Omit<Entry, 'version'>; signal: AbortSignal },
): Promise<Entry[]> {
  const left: Entry[] = []
  for (const entry of before ? toEntries(before) : []) {
    if (isSameEntry(entry, current)) continue
    try {
      await removeFromEntry(photos, entry, { signal })
    } catch (thrown) {
      if (!isOfOneEntry(thrown)) throw thrown
      if (thrown.code !== 'changed_there') left.push(entry)
    }
  }
  return left
}

/** Returns the version of our photo in this entry, from an earlier delivery; null when that left none there. */
export function toOurVersion(before: Receipt | null, current: Omit<Entry, 'version'>): string | null {
  return (before && toEntries(before).find(entry => isSameEntry(entry, current))?.version) ?? null
}

/**
 * Compares the first entry of a receipt with what the destination shows; null when the entry or its photo is not
 * visible.
 */
export async function checkEntry<Found extends FoundEntry>(
  photos: EntryPhotos<Found>,
  receipt: Receipt,
  signal: AbortSignal,
): Promise<Standing | null> {
  const [entry] = toEntries(receipt)
  try {
    const found = entry && (await photos.find(entry, undefined, signal))
    const shown = found ? await photos.look(found, entry.version, signal) : 'unknown'
    return STANDINGS[shown]
  } catch (thrown) {
    if (!isOfOneEntry(thrown)) throw thrown
    return null
  }
}

const STANDINGS = { ours: 'there', other: 'other', none: 'gone', unknown: null } as const

/**
 * True when both names mean one entry. Directories ignore case, and a place says nothing where both have an identity.
 */
export function isSameEntry(one: Omit<Entry, 'version'>, other: Omit<Entry, 'version'>): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id
  return one.place.toLowerCase() === other.place.toLowerCase()
}

async function removeFromEntry<Found extends FoundEntry>(
  photos: EntryPhotos<Found>,
  entry: Entry,
  { receiver, signal }: { receiver?: Receiver | undefined; signal: AbortSignal },
): Promise<void> {
  const found = await photos.find(entry, receiver, signal)
  if (!found) throw new DestinationError('nobody_found')
  const shown = await photos.look(found, entry.version, signal)
  // Another entry of the same number proves nothing about the one that was given the photo.
  if (shown !== 'ours' && !found.isSame) throw new DestinationError('nobody_found')
  if (shown === 'none') return
  // A photo in another form and a photo that the person has chosen look the same from here.
  if (shown === 'other') throw new DestinationError('changed_there')
  if (shown === 'unknown') throw new DestinationError('not_readable')
  const erased = await photos.erase(found, entry.version, signal)
  const after = await photos.look(erased, entry.version, signal)
  if (after === 'ours') throw new DestinationError('still_there')
  if (after === 'unknown') throw new DestinationError('not_readable')
}

/** Refusals that say nothing about the other entries of a receipt. */
const OF_ONE_ENTRY: readonly DestinationErrorCode[] = [
  'nobody_found',
  'several_found',
  'changed_there',
  'refused',
  'not_allowed',
  'not_readable',
  'refers_elsewhere',
  'still_there',
]

function isOfOneEntry(thrown: unknown): thrown is DestinationError {
  return thrown instanceof DestinationError && OF_ONE_ENTRY.includes(thrown.code)
}

/** Returns null for a refusal that concerns this person alone, and throws every other error. */
export function orNobody(error: unknown): null {
  if (error instanceof DestinationError && error.isOfOnePerson) return null
  throw error
}
