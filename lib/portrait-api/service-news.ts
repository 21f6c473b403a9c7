/**
 * Records where the service differs from its specification. Such an answer never stops the desk, so it is reported:
 * once in the log, and to administrators on *Connection*. See docs/decisions/033-liberties-of-the-service.md.
 */

/** One difference from the specification. */
export type Oddity = {
  /** The field's name in the JSON, with its path: `photo.edited_at`, `meta.total`. */
  field: string
  expected: Expected
  found: Found
  /** The unknown value of a closed list. No other value is ever kept: it may be a person's name. */
  word?: string
  /** Id of the record that contains the field. */
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

/** One kind of difference, as shown to administrators. */
export type ServiceNewsItem = {
  /** The call by its template: `GET projects/{id}/employees`. */
  call: string
  field: string
  expected: Expected
  found: Found
  words: string[]
  /** Number of different records with it, at most RECORDS_MAX. 0: it is outside of the records. */
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

/** The differences of one key since the desk was started, in memory. */
export class ServiceNews {
  readonly #held = new Map<string, Held>()
  readonly #firstTime: (call: string, oddity: Oddity) => void

  /** `firstTime` is called once for each kind. */
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

  /** Lists the kinds, the most recent first. */
  list(): ServiceNewsItem[] {
    return [...this.#held.values()]
      .sort((a, b) => b.lastSeenAt - a.lastSeenAt)
      .map(({ words, recordIds, ...kind }) => ({ ...kind, words: [...words], records: recordIds.size }))
  }
}
