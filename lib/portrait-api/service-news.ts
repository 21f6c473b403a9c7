/**
 * What the service says otherwise than its specification. Nothing of it stops the desk, so it must be said aloud: once in
 * the log, and to administrators on *Connection*. See docs/decisions/033-liberties-of-the-service.md.
 */

/** One thing that was not as specified. */
export type Oddity = {
  /** As on the wire, with its place: `photo.edited_at`, `meta.total`. */
  field: string
  expected: Expected
  found: Found
  /** The new word, where one of certain words was expected. No other value is ever kept: it may be somebody's name. */
  word?: string
  /** Of the record that it stands in. */
  recordId?: number
}

const EXPECTED = [
  'text',
  'known_word',
  'date_time',
  'offset',
  'date',
  'whole_number',
  'true_or_false',
  'address',
  'object',
  'id',
  'status_204',
] as const
export type Expected = (typeof EXPECTED)[number]

const FOUND = [
  'nothing',
  'null',
  'text',
  'long_text',
  'number',
  'true_or_false',
  'list',
  'object',
  'other_status',
] as const
export type Found = (typeof FOUND)[number]

/** One kind of oddity, as an administrator reads it. */
export type ServiceNewsItem = {
  /** The call by its template: `GET projects/{id}/employees`. */
  call: string
  field: string
  expected: Expected
  found: Found
  words: string[]
  /** Different records that it was seen in; never more than RECORDS_MAX. 0: it stands beside the records. */
  records: number
  /** Milliseconds since 1970. */
  firstSeenAt: number
  lastSeenAt: number
}

export const RECORDS_MAX = 1000
const KINDS_MAX = 100
const WORDS_MAX = 5
const WORD_CHARACTERS_MAX = 40

type Held = Omit<ServiceNewsItem, 'words' | 'records'> & { words: Set<string>; recordIds: Set<number> }

/** The news of one key since the desk was started, in memory. */
export class ServiceNews {
  readonly #held = new Map<string, Held>()
  readonly #firstTime: (call: string, oddity: Oddity) => void

  /** `firstTime` hears of each kind once. */
  constructor(firstTime: (call: string, oddity: Oddity) => void = () => {}) {
    this.#firstTime = firstTime
  }

  note(call: string, oddity: Oddity): void {
    const { field, expected, found, word, recordId } = oddity
    const kind = [call, field, expected, found].join(' ')
    const now = Date.now()
    let held = this.#held.get(kind)
    if (!held) {
      if (this.#held.size >= KINDS_MAX) return
      held = {
        call,
        field,
        expected,
        found,
        words: new Set(),
        recordIds: new Set(),
        firstSeenAt: now,
        lastSeenAt: now,
      }
      this.#held.set(kind, held)
      this.#firstTime(call, oddity)
    }
    held.lastSeenAt = now
    if (word !== undefined && held.words.size < WORDS_MAX)
      held.words.add([...word].slice(0, WORD_CHARACTERS_MAX).join(''))
    if (recordId !== undefined && held.recordIds.size < RECORDS_MAX) held.recordIds.add(recordId)
  }

  /** What was seen last comes first. */
  list(): ServiceNewsItem[] {
    return [...this.#held.values()]
      .sort((a, b) => b.lastSeenAt - a.lastSeenAt)
      .map(({ words, recordIds, ...kind }) => ({ ...kind, words: [...words], records: recordIds.size }))
  }
}
