import { decodeUtf8, REPAIRED } from './decode-utf8.ts'
import { decodeIbm850 } from './ibm850.ts'
import { hasBytes } from './list-zip-entries.ts'
import { type Plausibility, toPlausibility } from './plausible-names.ts'
import type { Encoding, Reading } from './table.ts'

const UTF_8_MARK = [0xef, 0xbb, 0xbf]
const SAMPLE_BYTES = 4_096
/** Encodings common in European offices besides Unicode, the most common one first. */
const SINGLE_BYTE = [
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'iso-8859-2',
  'windows-1251',
  'macintosh',
  'ibm850',
] as const satisfies Encoding[]

type Decoded = {
  text: string
  encoding: Encoding
  /** The possible spellings of ambiguous names, the assumed one first; empty when there is no ambiguity. */
  readings: Reading[]
}

/**
 * Decodes a text and returns its encoding. The order of evidence: a byte order mark; the zero bytes of UTF-16; UTF-8
 * with more valid than broken characters; otherwise plausible names. When several encodings give plausible names, the
 * user is asked. The mark never becomes part of the text. Characters that are not UTF-8 are preceded by `REPAIRED`.
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): Decoded {
  const sure = chosen ?? byMark(bytes) ?? byEmptyHalves(bytes)
  if (sure) return { text: decode(bytes, sure), encoding: sure, readings: [] }
  const whole = decodeWhole(bytes)
  if (whole !== null) return { text: whole, encoding: 'utf-8', readings: [] }
  const { text, valid, broken } = decodeUtf8(bytes)
  if (valid > broken) return { text: withoutMark(text), encoding: 'utf-8', readings: [] }
  const encodings = valid > 0 ? ([...SINGLE_BYTE, 'utf-8'] as const) : SINGLE_BYTE
  const { encoding, readings } = guessByNames(listForeignWords(bytes), encodings)
  return { text: encoding === 'utf-8' ? withoutMark(text) : decode(bytes, encoding), encoding, readings }
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'ibm850') return decodeIbm850(bytes)
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes)
  return decodeWhole(bytes) ?? withoutMark(decodeUtf8(bytes).text)
}

/** Returns null unless all bytes are valid UTF-8. */
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

type Candidate = { encoding: Encoding; words: string[] } & Plausibility
type Guess = Pick<Decoded, 'encoding' | 'readings'>

function guessByNames(words: readonly ForeignWord[], encodings: readonly Encoding[]): Guess {
  const all = encodings.map(encoding => toCandidate(words, encoding))
  const best = all.reduce((found, next) => (isBetter(next, found) ? next : found))
  const others = all.filter(other => other !== best && isOther(other, best) && isDoubt(other, best))
  if (others.length === 0) return { encoding: best.encoding, readings: [] }
  const places = [...words.keys()].filter(at => others.some(({ words }) => words[at] !== best.words[at]))
  const readings = [best, ...others].map(candidate => ({
    encoding: candidate.encoding,
    names: places.slice(0, NAMES_SHOWN).map(at => (candidate.words[at] ?? '').replace(AROUND_WORD, '')),
  }))
  return { encoding: best.encoding, readings }
}

/** Decodes the words in an encoding; each counts as often as it occurs in the text. */
function toCandidate(words: readonly ForeignWord[], encoding: Encoding): Candidate {
  const candidate: Candidate = { encoding, words: [], odd: 0, foreign: 0 }
  for (const { bytes, count } of words) {
    const word = withoutRepairs(encoding === 'utf-8' ? decodeUtf8(bytes).text : decode(bytes, encoding))
    const { odd, foreign } = toPlausibility(word)
    candidate.words.push(word)
    candidate.odd += odd * count
    candidate.foreign += foreign * count
  }
  return candidate
}

function isOther(one: Candidate, other: Candidate): boolean {
  return one.words.some((word, at) => word !== other.words[at])
}

function isBetter(one: Candidate, other: Candidate): boolean {
  return one.odd < other.odd || (one.odd === other.odd && one.foreign < other.foreign)
}

/**
 * Another encoding counts without a question only if the most common one is clearly wrong. UTF-8 always raises the
 * question.
 */
function isDoubt(other: Candidate, best: Candidate): boolean {
  if (other.encoding === 'utf-8') return true
  if (other.encoding === SINGLE_BYTE[0]) return other.odd <= best.odd + 1
  return other.odd === best.odd && other.foreign <= best.foreign
}

const NAMES_SHOWN = 5
/** The characters around a word, which are included only for judging it. */
const AROUND_WORD = /^[\s;,\t|"]|[\s;,\t|"]$/g
/** A longer run of bytes is not a word of a list. */
const WORD_BYTES_MAX = 500
const SEPARATORS = new Set([...' \t\r\n;,|"'].map(sign => sign.charCodeAt(0)))

/** A word with bytes beyond ASCII, including one byte before and after it, and its number of occurrences. */
type ForeignWord = { bytes: Uint8Array; count: number }

/** Names repeat, so each distinct word is judged once. */
function listForeignWords(bytes: Uint8Array): ForeignWord[] {
  const words = new Map<string, ForeignWord>()
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue
    let from = at
    while (from > 0 && at - from < WORD_BYTES_MAX && isInWord(bytes[from - 1])) from -= 1
    let to = at + 1
    while (to < bytes.length && to - at < WORD_BYTES_MAX && isInWord(bytes[to])) to += 1
    const word = bytes.subarray(Math.max(0, from - 1), to + 1)
    const key = String.fromCharCode(...word)
    const known = words.get(key)
    if (known) known.count += 1
    else words.set(key, { bytes: word, count: 1 })
    at = to - 1
  }
  return [...words.values()]
}

function isInWord(byte: number | undefined): boolean {
  return byte !== undefined && !SEPARATORS.has(byte)
}

function byMark(bytes: Uint8Array): Encoding | undefined {
  if (hasBytes(bytes, UTF_8_MARK)) return 'utf-8'
  if (hasBytes(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (hasBytes(bytes, [0xfe, 0xff])) return 'utf-16be'
  return undefined
}

/** In Western text as UTF-16, nearly every other byte is zero; in other encodings, none is. */
function byEmptyHalves(bytes: Uint8Array): Encoding | undefined {
  // A file may be padded with zeros after its end.
  const sample = bytes.subarray(0, bytes.findLastIndex(byte => byte !== 0) + 1).subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = sample.length / 5
  if (odd > many && even < odd / 10) return 'utf-16le'
  if (even > many && odd < even / 10) return 'utf-16be'
  return undefined
}
