import 'server-only'
import type { DestinationErrorCode } from './errors.ts'

/** The person in a photo, by the fields that receiving systems know. */
export type Receiver = { mitarbeiternummer: string | null; email: string | null }

/** One complete file of a photo, on the desk's own disk. */
export type DeliveryFile = {
  /** Name for the receiving system: letters of any script, and `/` where the naming makes folders. */
  name: string
  path: string
  bytes: number
  /** Hex. */
  sha256: string
}

/** Entry of a directory, or account of a tenant, that was given a photo. */
export type Entry = {
  /** Name of the entry at that time: its DN, or the sign-in name of the account. */
  place: string
  /** Identity that outlives renames and moves; null where the destination did not show one. */
  id: string | null
  /** SHA-256 or ETag of the photo; null when unknown. */
  version: string | null
  /**
   * Address of the server that took the photo, where that was another one than the destination's: a replica may lag
   * behind it.
   */
  server?: string | undefined
}

/** Description of a delivered photo that finds it again without the person, who may have been deleted meanwhile. */
export type Receipt = {
  /** File names below the destination's folder, the DN of an entry, or the id of an account. */
  places: string[]
  /** Version of the photo at the destination, such as an ETag; null when unknown. */
  version: string | null
  /** Each entry or account with its identity. Missing in receipts of files and of earlier versions. */
  entries?: Entry[] | undefined
}

/** Photo in a person's entry that the desk has not put there. */
export type OwnPhoto = {
  entry: Omit<Entry, 'version'>
  /** Different for every other photo. */
  version: string
  /** Complete files; some attributes of directories have several values. */
  files: Buffer[]
}

/** The photo to deliver for a person, and the receipt of an earlier call. */
export type DeliveredPhoto = {
  receiver: Receiver
  files: readonly DeliveryFile[]
  before: Receipt | null
  /** True when the photo of another person now has this name, for example after two people swapped numbers. */
  isOfOther?: (name: string) => boolean
}

/** SHA-256 values of files, and their lengths in bytes; null among the lengths when one is unknown. */
export type KnownFiles = { contents: ReadonlySet<string>; lengths: ReadonlySet<number | null> }

/** Result of a check: the delivered photo, something else, or nothing is there. */
export type Found = 'there' | 'other' | 'gone'

/** One sentence of a test, by its code: `deliveries.tests.<code>` in the texts. */
export type TestFinding = { code: string; values?: Record<string, string | number> }

/**
 * A destination that was reached and has accepted the sign-in. Every method throws `DestinationError`, and `signal`
 * ends its waits. A write that has begun is left as a temporary file or undone: half a photo never gets the final name.
 */
export type OpenDestination = {
  /** Writes, reads back and deletes one harmless item. Returns its findings. */
  test(signal: AbortSignal): Promise<TestFinding[]>
  /** Returns which of these names are taken, by any file. Only for places where others have files too. */
  findTaken?(names: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>>
  /**
   * Checks such places before the first `put` of these files. Throws `file_there` for a file that is not among `known`,
   * the files that the desk has put there at any time.
   */
  requireFree?(files: readonly DeliveryFile[], known: KnownFiles, signal: AbortSignal): Promise<void>
  /**
   * Reads the photo of the person's entry, if it is another one than `before` and `put` would replace it. Null without
   * one, and for a person who is not found. Missing where photos are files.
   */
  readOwn?(photo: Pick<DeliveredPhoto, 'receiver' | 'before'>, signal: AbortSignal): Promise<OwnPhoto | null>
  /**
   * Puts a person's own photo back into its entry, and reads it back. `other_there`: the entry now holds another photo,
   * which stays. Throws when it is unknown what the entry holds.
   */
  putBack?(own: OwnPhoto, signal: AbortSignal): Promise<'put_back' | 'other_there'>
  /**
   * Delivers the photo of one person, and replaces an earlier one. The same call again has the same effect. `files`:
   * one for each rendition of the system, in its order. `before`: the receipt of an earlier call. Our photo is removed
   * from places in it that are no longer used, such as the entry of a wrong number.
   */
  put(photo: DeliveredPhoto, signal: AbortSignal): Promise<Receipt>
  /**
   * Deletes the photo. `removed`: a read after that showed that it is deleted; for a program, its exit code counts.
   * `gone`: the file was missing before, so something may have fetched it. Throws the reason why a person has to remove
   * it by hand. `receiver` finds the entry of a receipt without identity.
   */
  remove(receipt: Receipt, signal: AbortSignal, receiver?: Receiver): Promise<'removed' | 'gone'>
  /** Returns a receipt if `put` has already done all of this, otherwise `no`; null where the destination cannot say. */
  has(photo: DeliveredPhoto, signal: AbortSignal): Promise<Receipt | 'no' | null>
  /**
   * Returns what was found of each receipt, null where that could not be checked. Only for places that others may
   * change.
   */
  check?(receipts: readonly Receipt[], signal: AbortSignal): Promise<(Found | null)[]>
  /**
   * Writes the list of what is there, for destinations that take one. Called last in a run that has changed something.
   */
  finish(manifest: Buffer, signal: AbortSignal): Promise<void>
  /** Deletes what `finish` has written. Called when nothing of ours is left for good. */
  leave?(signal: AbortSignal): Promise<void>
  /** Maximum number of `put`, `remove` and `has` calls at the same time. */
  readonly atOnce: number
  close(): Promise<void>
}

/** Errors of one person: other people can still be served. */
const OF_ONE_PERSON: ReadonlySet<DestinationErrorCode> = new Set([
  'nobody_found',
  'several_found',
  'no_address',
  'too_large',
  'refused',
  'changed_there',
  'gone_there',
  'file_there',
  'photo_there',
])

/** Errors that have two causes, one protected entry or a lost permission: only other people show which. */
const IN_DOUBT: ReadonlySet<DestinationErrorCode> = new Set([
  'not_allowed',
  'not_readable',
  'refers_elsewhere',
  'still_there',
  'read_only',
  'broken',
])

export class DestinationError extends Error {
  override name = 'DestinationError'
  readonly code: DestinationErrorCode
  /** Milliseconds after which another try is worthwhile; null when unknown. */
  readonly retryAfterMs: number | null
  /** Receipt of what is there after a `put` that did a part of its work. */
  readonly left: Receipt | null

  constructor(
    code: DestinationErrorCode,
    {
      message = code,
      retryAfterMs = null,
      left = null,
      cause,
    }: { message?: string; retryAfterMs?: number | null; left?: Receipt | null; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.retryAfterMs = retryAfterMs
    this.left = left
  }

  /** True when the error concerns one person, and no other. */
  get isOfOnePerson(): boolean {
    return OF_ONE_PERSON.has(this.code)
  }

  /** True when the error may concern one person or everybody. */
  get isInDoubt(): boolean {
    return IN_DOUBT.has(this.code)
  }
}

/**
 * Throws `unreachable` after this time, or when the signal is aborted. The call itself continues: nothing ends what a
 * dead share or server has begun.
 */
export async function inTime<Result>(
  ms: number,
  run: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted()
  const late = Promise.withResolvers<never>()
  const give = () => late.reject(new DestinationError('unreachable', { message: 'It does not answer.' }))
  const timer = setTimeout(give, ms)
  signal?.addEventListener('abort', give, { once: true })
  try {
    return await Promise.race([run(), late.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', give)
  }
}
