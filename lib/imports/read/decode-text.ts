import { decodeUtf8, REPAIRED } from './decode-utf8.ts'
import { decodeIbm850 } from './ibm850.ts'
import { hasBytes } from './list-zip-entries.ts'
import { type Plausibility, toPlausibility } from './plausible-names.ts'
import type { Encoding, Reading } from './table.ts'

const UTF_8_MARK = [0xef, 0xbb, 0xbf]
const SAMPLE_BYTES = 4_096
/** What programs of offices in Europe write when it is not Unicode, the most usual one first. */
const SINGLE_BYTE = [
  'windows-1252',
  'windows-1250',
  'macintosh',
  'ibm850',
  'windows-1254',
  'iso-8859-2',
  'windows-1251',
] as const satisfies Encoding[]

type Decoded = {
  text: string
  encoding: Encoding
  /** How names read that could be meant otherwise, as they were taken first; empty when there is no question. */
  readings: Reading[]
}

/**
 * The text, and the encoding it was taken for: the byte order mark; else UTF-16 by its empty halves; else UTF-8 when more
 * characters of it are valid than broken; else the one in which names look like names. Where several of them do, a person is
 * asked. A mark never becomes part of the text. Characters that were no UTF-8 have `REPAIRED` before them.
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): Decoded {
  const sure = chosen ?? byMark(bytes) ?? byEmptyHalves(bytes)
  if (sure) return { text: decode(bytes, sure), encoding: sure, readings: [] }
  const whole = decodeWhole(bytes)
  if (whole !== null) return { text: whole, encoding: 'utf-8', readings: [] }
  const { text, valid, broken } = decodeUtf8(bytes)
  if (valid > broken) return { text: withoutMark(text), encoding: 'utf-8', readings: [] }
  return decodeByNames(
    bytes,
    valid > 0 ? [{ encoding: 'utf-8', text, ...toPlausibility(withoutRepairs(text)) }] : [],
  )
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'ibm850') return decodeIbm850(bytes)
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes)
  return decodeWhole(bytes) ?? withoutMark(decodeUtf8(bytes).text)
}

/** Null: not all of it is UTF-8. */
function decodeWhole(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

function withoutRepairs(text: string): string {
  return text.replaceAll(REPAIRED, '')
}

type Candidate = { encoding: Encoding; text: string } & Plausibility

/** Each byte is one letter in all of them but UTF-8, so that a name stands in the same place of each text. */
function decodeByNames(bytes: Uint8Array, mixed: readonly Candidate[]): Decoded {
  const all = SINGLE_BYTE.map((encoding): Candidate => {
    const text = decode(bytes, encoding)
    return { encoding, text, ...toPlausibility(text) }
  })
  const best = [...all, ...mixed].reduce((found, next) => (isBetter(next, found) ? next : found))
  const others = all.filter(other => other !== best && other.text !== best.text && isDoubt(other, best))
  const others8 = mixed.filter(other => other !== best)
  const [first = best] = all
  const places = listDifferent(best.encoding === 'utf-8' ? first : best, others.length > 0 ? others : all)
  const readings = [best, ...others, ...others8].map(({ encoding, text }) => ({
    encoding,
    names: places.map(({ from, to }) =>
      encoding === 'utf-8' ? withoutRepairs(decodeUtf8(bytes.subarray(from, to)).text) : text.slice(from, to),
    ),
  }))
  return { text: best.text, encoding: best.encoding, readings: readings.length > 1 ? readings : [] }
}

function isBetter(one: Candidate, other: Candidate): boolean {
  return one.odd < other.odd || (one.odd === other.odd && one.foreign < other.foreign)
}

/** The most usual encoding must be plainly wrong before another one counts without a question. */
function isDoubt(other: Candidate, best: Candidate): boolean {
  if (other.encoding === SINGLE_BYTE[0]) return other.odd <= best.odd + 1
  return other.odd === best.odd && other.foreign <= best.foreign
}

const NAMES_SHOWN = 5
const NAME = /[\p{L}\p{M}'’-]*\P{ASCII}[^\s;,\t|"]*/gu

/** Where the first names stand that are not the same in all of them. */
function listDifferent(best: Candidate, others: readonly Candidate[]): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = []
  const seen = new Set<string>()
  for (const { 0: name, index: from } of best.text.matchAll(NAME)) {
    const to = from + name.length
    if (seen.has(name) || others.every(({ text }) => text.slice(from, to) === name)) continue
    seen.add(name)
    places.push({ from, to })
    if (places.length === NAMES_SHOWN) break
  }
  return places
}

function byMark(bytes: Uint8Array): Encoding | undefined {
  if (hasBytes(bytes, UTF_8_MARK)) return 'utf-8'
  if (hasBytes(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (hasBytes(bytes, [0xfe, 0xff])) return 'utf-16be'
  return undefined
}

/** Of a Western text in UTF-16, nearly every other byte is zero; of any other encoding, none is. */
function byEmptyHalves(bytes: Uint8Array): Encoding | undefined {
  // A file may be filled up with zeros behind its end.
  const sample = bytes.subarray(0, bytes.findLastIndex(byte => byte !== 0) + 1).subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = sample.length / 5
  if (odd > many && even < odd / 10) return 'utf-16le'
  if (even > many && odd < even / 10) return 'utf-16be'
  return undefined
}
