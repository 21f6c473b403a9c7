import { withoutInvisible } from './invisible.ts'

/** Longest file name that common file systems accept, in bytes of UTF-8. */
const NAME_MAX_BYTES = 255
/** Limit that keeps a path with a folder below 200 characters, so that Windows (260) can unpack it on a desktop. */
const NAME_MAX_CHARACTERS = 190
const REPLACEMENT = '_'
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Characters that Windows refuses, control characters, and lone surrogates. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Device names, with or without an extension, in any letter case; Windows ignores spaces before the dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:\.|$))/i

/** `shortened`: the end was cut off, so two long names may have become equal. */
type SafeStem = { stem: string; shortened: boolean }

/**
 * Converts any text to a file name that every system can write: no path parts, nothing that Windows refuses (Microsoft
 * Learn, "Naming Files, Paths, and Namespaces"), no invisible characters. It has at most 255 bytes with its extension,
 * and composed characters (NFC).
 * The same text gives the same name, and a safe name stays as it is.
 */
export function toSafeName(stem: string, extension: string, fallback: string): string {
  const ending = `.${extension}`
  return toSafeStem(stem, ending, fallback).stem + ending
}

/**
 * The same for a whole name with its ending; `download` when nothing is left. Every download uses this: the header that
 * names it (`content-disposition.ts`) and the browser's own (`save-file.ts`).
 */
export function toSafeFileName(name: string): string {
  const seen = trimEnd(withoutInvisible(name))
  const [ending = ''] = /\.[A-Za-z0-9]{1,5}$/.exec(seen) ?? []
  return toSafeStem(seen.slice(0, seen.length - ending.length), ending, 'download').stem + ending
}

/** The part of a safe name before its `ending`, which is kept whole: `.jpg`, or `-960.webp`. */
export function toSafeStem(stem: string, ending: string, fallback: string): SafeStem {
  const clean = trimEdges(withoutInvisible(stem.replaceAll(FORBIDDEN, REPLACEMENT)).normalize('NFC'))
  const named = clean === '' ? fallback : clean
  const allowed = RESERVED.test(named) ? named.replace(RESERVED, device => `${device}${REPLACEMENT}`) : named
  const cut = cutToFit(allowed, {
    bytes: NAME_MAX_BYTES - ending.length,
    characters: NAME_MAX_CHARACTERS - ending.length,
  })
  return { stem: trimEdges(withoutInvisible(cut)), shortened: cut !== allowed }
}

/** Cuts between visible characters (graphemes); inside one only when it alone is too long. */
export function cutToFit(text: string, limits: { bytes: number; characters: number }): string {
  if (text.length <= limits.characters && bytesOf(text) <= limits.bytes) return text
  return takeFitting(listGraphemes(text), limits) || takeFitting(text, limits)
}

/** Lists graphemes one at a time, so that the rest of a long text is never scanned. */
function* listGraphemes(text: string): Generator<string> {
  for (const { segment } of GRAPHEMES.segment(text)) yield segment
}

function takeFitting(parts: Iterable<string>, limits: { bytes: number; characters: number }): string {
  let kept = ''
  let bytes = 0
  for (const part of parts) {
    bytes += bytesOf(part)
    if (bytes > limits.bytes || kept.length + part.length > limits.characters) break
    kept += part
  }
  return kept
}

/** Counts bytes of UTF-8. An encoder called for each character of each name would take most of the naming time. */
function bytesOf(text: string): number {
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    // Each half of a surrogate pair counts for two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3
  }
  return bytes
}

/** Windows drops dots and spaces at the end of a name; a leading dot hides a file elsewhere. */
function trimEdges(name: string): string {
  return trimEnd(name.replace(/^[\s.]+/, ''))
}

/** Matches only at the start of such a run: tried at each of its characters, a long text would take minutes. */
function trimEnd(name: string): string {
  return name.replace(/(?<![\s.])[\s.]+$/, '')
}
