/** Reads the fields of one JSON object of the service, and reports fields that differ from the specification. */
import { readDay, readInstant } from './instants.ts'
import type { Expected, Found, Oddity } from './service-news.ts'

/**
 * The longest text of the specification has 255 characters. The limit protects code that reads, compares and shows
 * texts.
 */
const TEXT_MAX = 1000

export type Tell = (oddity: Oddity) => void

/** The fields of one object. Each is read as far as possible, and reported when it differs from the specification. */
export class Fields {
  readonly id: number
  readonly #object: Record<string, unknown> | null
  readonly #tell: Tell
  readonly #place: string

  constructor(object: Record<string, unknown> | null, tell: Tell, { place = '', id = 0 } = {}) {
    this.#object = object
    this.#tell = tell
    this.#place = place
    this.id = id
  }

  /** The fields of a record with a usable id, or null. */
  static of(record: unknown, tell: Tell, known: { id?: number } = {}): Fields | null {
    const object = toObject(record)
    if (!object) return null
    const fields = new Fields(object, tell)
    const id = toPositive(object.id) ?? known.id ?? null
    if (typeof object.id !== 'number' || id !== object.id) fields.odd('id', 'id', object.id)
    return id === null ? null : new Fields(object, tell, { id })
  }

  raw(name: string): unknown {
    return this.#object?.[name]
  }

  odd(name: string, expected: Expected, value: unknown, word?: string): void {
    const oddity = {
      field: this.#place + name,
      expected,
      found: nameOf(value),
      ...(word !== undefined && { word }),
    }
    this.#tell({ ...oddity, ...(this.id > 0 && { recordId: this.id }) })
  }

  inner(name: string): Fields {
    const object = toObject(this.raw(name))
    if (!object) this.odd(name, 'object', this.raw(name))
    // When the whole object is missing, its fields are not reported one by one.
    return new Fields(object, object ? this.#tell : () => {}, {
      place: `${this.#place}${name}.`,
      id: this.id,
    })
  }

  text(name: string, known = ''): string {
    const value = this.raw(name)
    if (isText(value)) return value
    this.odd(name, 'text', value)
    if (typeof value === 'number') return String(value)
    return value === undefined ? known : ''
  }

  /** A value of a closed list, or the unknown value as it came. */
  word(name: string, words: readonly string[], { nullable = false } = {}): string {
    const value = this.raw(name)
    if (value === null && nullable) return ''
    const word = typeof value === 'number' ? String(value) : isText(value) ? value : ''
    if (typeof value !== 'string' || !words.includes(value))
      this.odd(name, 'known_word', value, word || undefined)
    return word
  }

  instant(name: string): string | null {
    const value = this.raw(name)
    if (value === null) return null
    const instant = typeof value === 'string' ? readInstant(value) : null
    if (!instant) this.odd(name, 'date_time', value)
    else if (!instant.hasOffset) this.odd(name, 'offset', value)
    return instant?.at ?? null
  }

  day(name: string, { nullable = false } = {}): string | null {
    const value = this.raw(name)
    if (value === null && nullable) return null
    const day = typeof value === 'string' ? readDay(value) : null
    if (day === null || day !== value) this.odd(name, 'date', value)
    return day
  }

  count(name: string, { free = false } = {}): number | null {
    const value = this.raw(name)
    const number = toWhole(value)
    if (number !== value && !(free && value === null)) this.odd(name, 'whole_number', value)
    return number
  }

  positive(name: string): number | null {
    return this.count(name) || null
  }

  /** Null when the value is not clearly true or false. */
  yesOrNo(name: string): boolean | null {
    const value = this.raw(name)
    if (typeof value === 'boolean') return value
    this.odd(name, 'true_or_false', value)
    if (value === 1 || value === '1' || value === 'true') return true
    return value === 0 || value === '0' || value === 'false' ? false : null
  }

  /** A photo address. It may be relative, because the desk never requests it; an empty one means no photo. */
  address(name: string): string | null {
    const value = this.raw(name)
    if (value !== null && typeof value !== 'string') this.odd(name, 'address', value)
    return typeof value === 'string' && value.trim() !== '' ? value : null
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_MAX
}

/** A whole number from 0 to 2^53 − 1, or null. Accepts a text of digits. */
function toWhole(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

function toPositive(value: unknown): number | null {
  return toWhole(value) || null
}

/** An object that is neither null nor a list, or null. */
export function toObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

/** The kind of a value: the value itself never reaches a log. */
export function nameOf(value: unknown): Found {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return isText(value) ? 'text' : 'long_text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'true_or_false' : 'object'
}
