import { decodeIbm850 } from './ibm850.ts'
import { hasBytes } from './list-zip-entries.ts'
import { type Plausibility, toPlausibility } from './plausible-names.ts'
import { type Encoding, type Reading, UNDECODED } from './table.ts'

const UTF_8_MARK = [0xef, 0xbb, 0xbf]
const SAMPLE_BYTES = 4_096
/** In the other encodings, what is one letter beyond ASCII in UTF-8 is two or more that never stand beside each other. */
const UTF_8_SHARE = 0.8
/** What programs of Western offices write when it is not Unicode, the most usual one first. */
const SINGLE_BYTE = ['windows-1252', 'windows-1250', 'macintosh', 'ibm850'] as const

type Decoded = {
  text: string
  encoding: Encoding
  /** How names read that could be meant otherwise, as they were taken first; empty when there is no question. */
  readings: Reading[]
}

/**
 * The text, and the encoding it was taken for: the byte order mark; else UTF-16 by its empty halves; else UTF-8 when
 * nearly every letter of it is valid; else the one in which names look like names. Where several of them do, a person is
 * asked. A mark never becomes part of the text; what cannot be read in it is U+FFFD.
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): Decoded {
  const sure = chosen ?? byMark(bytes) ?? byEmptyHalves(bytes) ?? (isUtf8(bytes) ? 'utf-8' : undefined)
  return sure ? { text: decode(bytes, sure), encoding: sure, readings: [] } : decodeByNames(bytes)
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  return encoding === 'ibm850' ? decodeIbm850(bytes) : new TextDecoder(encoding).decode(bytes)
}

type Candidate = { encoding: Encoding; text: string } & Plausibility

/** Each byte is one letter in all of them, so that a name stands in the same place of each text. */
function decodeByNames(bytes: Uint8Array): Decoded {
  const all = SINGLE_BYTE.map((encoding): Candidate => {
    const text = decode(bytes, encoding)
    return { encoding, text, ...toPlausibility(text) }
  })
  const best = all.reduce((found, next) => (isBetter(next, found) ? next : found))
  const others = all.filter(other => other !== best && other.text !== best.text && isDoubt(other, best))
  const names = listDifferent(best, others)
  const readings = [best, ...others].map(({ encoding, text }) => ({
    encoding,
    names: names.map(({ from, to }) => text.slice(from, to)),
  }))
  return { text: best.text, encoding: best.encoding, readings: others.length > 0 ? readings : [] }
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
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = sample.length / 5
  if (odd > many && even < odd / 10) return 'utf-16le'
  if (even > many && odd < even / 10) return 'utf-16be'
  return undefined
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return isMostlyUtf8(bytes)
  }
}

/** With a letter here and there that got broken on its way, as when a text was cut by bytes. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let [letters, broken] = [0, 0]
  for (const [letter] of decode(bytes, 'utf-8').matchAll(/\P{ASCII}/gu)) {
    letters += 1
    if (letter === UNDECODED) broken += 1
  }
  return letters - broken >= letters * UTF_8_SHARE
}
