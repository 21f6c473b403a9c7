/** Longest file name, in bytes of UTF-8, that common file systems take. */
const NAME_MAX_BYTES = 255
const REPLACEMENT = '_'

/** Characters that Windows refuses, control characters, and invisible ones that reverse the direction of text. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Device names, with or without an extension, in any letter case; Windows ignores spaces before the dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:\.|$))/i

/**
 * A file name that every system can write, from any text: no path parts, nothing that Windows refuses (Microsoft
 * Learn, "Naming Files, Paths, and Namespaces"), at most 255 bytes with its extension, composed characters (NFC).
 * The same text gives the same name, and a safe name stays as it is.
 */
export function toSafeName(stem: string, extension: string, fallback: string): string {
  const clean = trimEdges(stem.normalize('NFC').replaceAll(FORBIDDEN, REPLACEMENT))
  const named = clean === '' ? fallback : clean
  const allowed = RESERVED.test(named) ? named.replace(RESERVED, device => `${device}${REPLACEMENT}`) : named
  return `${trimEdges(cutToBytes(allowed, NAME_MAX_BYTES - extension.length - 1))}.${extension}`
}

/** Cuts between characters as people see them; inside one only when it alone is too long. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)
  return (
    takeBytes(
      Array.from(graphemes, ({ segment }) => segment),
      maxBytes,
    ) || takeBytes([...text], maxBytes)
  )
}

function takeBytes(parts: string[], maxBytes: number): string {
  let kept = ''
  let bytes = 0
  for (const part of parts) {
    bytes += Buffer.byteLength(part)
    if (bytes > maxBytes) break
    kept += part
  }
  return kept
}

/** Windows drops dots and spaces at the end of a name; a dot at its beginning hides a file elsewhere. */
function trimEdges(name: string): string {
  return name.replace(/^[\s.]+/, '').replace(/[\s.]+$/, '')
}
