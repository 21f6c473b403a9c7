import { UNDECODED } from './table.ts'

/**
 * Marks each character read as Windows-1252, so that its line can be found later. A noncharacter that no text contains.
 */
export const REPAIRED = '\ufdd1'

type DecodedUtf8 = {
  text: string
  /** Number of valid characters beyond ASCII. */
  valid: number
  /** Number of bytes that are not UTF-8. */
  broken: number
}

/**
 * Decodes UTF-8 that contains foreign bytes. A foreign byte is read as Windows-1252, after a `REPAIRED` mark. A
 * truncated character becomes `UNDECODED`, and a CESU-8 surrogate pair becomes its character.
 */
export function decodeUtf8(bytes: Uint8Array): DecodedUtf8 {
  const decoder = new TextDecoder()
  let [text, from, valid, broken] = ['', 0, 0, 0]
  const take = (at: number, instead: string, length: number) => {
    text += decoder.decode(bytes.subarray(from, at)) + instead
    from = at + length
    return from
  }
  for (let at = 0; at < bytes.length; ) {
    const length = toLength(bytes, at)
    const pair = length === 3 ? toSurrogatePair(bytes, at) : null
    if (pair !== null) {
      at = take(at, String.fromCodePoint(pair), 6)
      valid += 1
    } else if (length > 0) {
      valid += length > 1 ? 1 : 0
      at += length
    } else {
      const cut = toCutLength(bytes, at)
      at = cut > 0 ? take(at, UNDECODED, cut) : take(at, REPAIRED + toWindows(bytes[at] ?? 0), 1)
      broken += 1
    }
  }
  take(bytes.length, '', 0)
  return { text, valid, broken }
}

/** Length of a character in bytes, as its lead byte announces (RFC 3629); 0 for a byte that starts none. */
function toAnnounced(lead: number): number {
  if (lead < 0x80) return 1
  if (lead < 0xc2 || lead > 0xf4) return 0
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
}

/** Length in bytes of the character that starts here; 0 for none. Surrogates count, for CESU-8. */
function toLength(bytes: Uint8Array, at: number): number {
  const [lead = 0, second = 0] = [bytes[at], bytes[at + 1]]
  const length = toAnnounced(lead)
  for (let next = at + 1; next < at + length; next += 1) if (!isContinuation(bytes[next])) return 0
  const isOverlong = (lead === 0xe0 && second < 0xa0) || (lead === 0xf0 && second < 0x90)
  if (isOverlong || (lead === 0xf4 && second > 0x8f)) return 0
  if (lead === 0xed && second > 0x9f) return toSurrogatePair(bytes, at) === null ? 0 : length
  return length
}

function toSurrogatePair(bytes: Uint8Array, at: number): number | null {
  const [high, low] = [toUnit(bytes, at), toUnit(bytes, at + 3)]
  if (high < 0xd800 || high > 0xdbff || low < 0xdc00 || low > 0xdfff) return null
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)
}

/** Decodes the three bytes of a surrogate to its code unit; 0 for anything else. */
function toUnit(bytes: Uint8Array, at: number): number {
  const [lead, second = 0, third = 0] = bytes.subarray(at, at + 3)
  if (lead !== 0xed || !isContinuation(second) || !isContinuation(third)) return 0
  return 0xd000 | ((second & 0x3f) << 6) | (third & 0x3f)
}

/**
 * Number of remaining bytes of a truncated character; 0 for a foreign byte. Half an umlaut reads as `Ã` or `Å` in
 * Windows-1252, and no name ends with these. `é` and `ä` are lead bytes too, but of characters that are rare in names.
 */
function toCutLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0
  const announced = toAnnounced(lead)
  let length = 1
  while (length < announced && isContinuation(bytes[at + length])) length += 1
  if (length > 1 && length < announced) return length
  return lead >= 0xc2 && lead <= 0xc5 ? 1 : 0
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf
}

function toWindows(byte: number): string {
  return new TextDecoder('windows-1252').decode(Uint8Array.of(byte))
}
