import 'server-only'
import type { DestinationErrorCode } from './errors.ts'

/** Whose photo it is, in the words by which receiving systems know people. */
export type Receiver = { mitarbeiternummer: string | null; email: string | null }

/** One file of a photo, whole, on the desk's own disk. */
export type DeliveryFile = {
  /** As the receiving system shall call it; letters of any script, and `/` where the naming makes folders. */
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
  /** Address of the server that took the photo, where that was another one than the destination's: a replica may lag behind it. */
  server?: string | undefined
}

/** What lies there, so that it is found again without the person, who may be gone by then. */
export type Receipt = {
  /** File names below the destination's folder, the DN of an entry, or the id of an account. */
  places: string[]
  /** What the destination says of what it has taken (an ETag, say), or null. */
  version: string | null
  /** Each entry or account with its identity. Missing in receipts of files and of earlier versions. */
  entries?: Entry[] | undefined
}

/** Photo that a person has in an entry and that the desk has not put there. */
export type OwnPhoto = {
  entry: Omit<Entry, 'version'>
  /** Differs for every other photo. */
  version: string
  /** Whole files; some attributes of directories have several values. */
  files: Buffer[]
}

/** What is to lie there for somebody, and what an earlier call has left. */
export type DeliveredPhoto = {
  receiver: Receiver
  files: readonly DeliveryFile[]
  before: Receipt | null
  /** Whether the photo of somebody else lies under this name by now, as when two people swap their numbers. */
  isOfOther?: (name: string) => boolean
}

/** SHA-256 values of files, and how long these are (bytes); null among the lengths when one is not known. */
export type KnownFiles = { contents: ReadonlySet<string>; lengths: ReadonlySet<number | null> }

/** Whether what was delivered still lies there, something else, or nothing. */
export type Found = 'there' | 'other' | 'gone'

/** One sentence of a test, by its code: `deliveries.tests.<code>` in the texts. */
export type TestFinding = { code: string; values?: Record<string, string | number> }

/**
 * A destination that has been reached and has let the desk in. Every method throws `DestinationError`, and `signal` ends what
 * it waits for: what has begun to be written is left as a temporary file or is taken back, never half a photo under its name.
 */
export type OpenDestination = {
  /** Writes, reads back and takes away one harmless item, and says what it found. */
  test(signal: AbortSignal): Promise<TestFinding[]>
  /** Of places where others have files, too: which of these names are taken, by whatever. */
  findTaken?(names: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>>
  /**
   * Checks such places before the first `put` of these files. Throws `file_there` for a file that is not among `known`, which the
   * desk has put there at any time.
   */
  requireFree?(files: readonly DeliveryFile[], known: KnownFiles, signal: AbortSignal): Promise<void>
  /**
   * Reads the photo of the person's entry, when it is another one than `before` and `put` would replace it. Null without one, and for
   * a person who is not found. Missing where photos are files.
   */
  readOwn?(photo: Pick<DeliveredPhoto, 'receiver' | 'before'>, signal: AbortSignal): Promise<OwnPhoto | null>
  /**
   * Puts a person's own photo back into its entry, and reads it back. `other_there`: the entry holds another photo by now, which
   * stays. Throws where it is not known what the entry holds.
   */
  putBack?(own: OwnPhoto, signal: AbortSignal): Promise<'put_back' | 'other_there'>
  /**
   * Puts the photo of one person there, instead of an earlier one. The same call again has the same effect. `files`: one for
   * each rendition of the system, in its order; `before` is what an earlier call has left: ours is taken away from those of its
   * places that it is not put at any more, such as the entry of a person whose number was wrong.
   */
  put(photo: DeliveredPhoto, signal: AbortSignal): Promise<Receipt>
  /**
   * Deletes the photo. `removed`: the destination was read after that and showed that it is gone; a program's exit code is its word
   * for it. `gone`: the file was missing before, so something may have fetched it. Throws the reason why a person has to remove it
   * by hand. `receiver` finds the entry of a receipt without identity.
   */
  remove(receipt: Receipt, signal: AbortSignal, receiver?: Receiver): Promise<'removed' | 'gone'>
  /** Whether `put` has done all of this already; null where the destination cannot tell. */
  has(photo: DeliveredPhoto, signal: AbortSignal): Promise<Receipt | 'no' | null>
  /** Where others may change it: what is found of each of these, null where that could not be looked at. */
  check?(receipts: readonly Receipt[], signal: AbortSignal): Promise<(Found | null)[]>
  /** The last thing of a run that has changed something: what is there now, for destinations that take a list. */
  finish(manifest: Buffer, signal: AbortSignal): Promise<void>
  /** When nothing of ours is left for good: takes away what `finish` has left. */
  leave?(signal: AbortSignal): Promise<void>
  /** Calls of `put`, `remove` and `has` that may be under way at once. */
  readonly atOnce: number
  close(): Promise<void>
}

/** Errors of one person: the others can be delivered all the same. */
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

/** Errors that one protected entry causes as well as a lost permission: only other people tell which. */
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
  /** Milliseconds after which it is worth another try; null where nobody has said. */
  readonly retryAfterMs: number | null
  /** Of a `put` that did a part of its work: what lies there by now. */
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

  /** Whether it concerns one person, and not whoever else is to be delivered. */
  get isOfOnePerson(): boolean {
    return OF_ONE_PERSON.has(this.code)
  }

  /** True when it may concern one person or everybody. */
  get isInDoubt(): boolean {
    return IN_DOUBT.has(this.code)
  }
}

/** Throws `unreachable` when it takes longer, or nobody waits for it any more: what a dead share or server has begun, nothing ends. */
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
