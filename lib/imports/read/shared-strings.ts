import { decodeXml, parseXml } from './parse-xml.ts'
import { ReadError } from './read-error.ts'

/**
 * Matches entries. Also matches comments, CDATA and instructions, because these may contain text that resembles an
 * entry.
 */
const ENTRIES = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:[^\s<>/:!?]+:)?si(?=[\s/>])/g

/**
 * The texts of a workbook. `isShort`: it has fewer than announced. Some writers announce too many, so that alone is no
 * error, but a cell that refers to a missing text is.
 */
export type SharedStrings = { texts: readonly string[]; isShort: boolean }

/**
 * Reads the texts that cells refer to by index (ECMA-376, 18.4.9). A lost entry would give each later cell its
 * neighbour's text, so the entries are also counted without the parser. Throws `ReadError` when the counts differ.
 */
export function readSharedStrings(part: Uint8Array | undefined): SharedStrings {
  const texts: string[] = []
  if (!part) return { texts, isShort: false }
  const xml = decodeXml(part)
  const collector = new TextCollector()
  let announced: number | null = null
  parseXml(xml, {
    open(name, attributes) {
      if (name === 'sst') announced = parseCount(attributes.uniqueCount)
      if (name === 'si') collector.begin()
      collector.open(name)
    },
    close(name) {
      collector.close(name)
      if (name === 'si') texts.push(collector.take())
    },
    text: text => collector.add(text),
  })
  const expected = announced ?? texts.length
  if (texts.length !== countEntries(xml) || texts.length > expected) throw new ReadError('texts_missing')
  return { texts, isShort: texts.length < expected }
}

function parseCount(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}

function countEntries(xml: string): number {
  let count = 0
  for (const [found] of xml.matchAll(ENTRIES)) if (!/^<[!?]/.test(found)) count += 1
  return count
}

/**
 * Collects the text of an entry or inline string from its `t` elements, alone or in runs. Omits the phonetic hints for
 * Japanese (18.4.6).
 */
export class TextCollector {
  #text = ''
  #isText = false
  #isAid = false

  begin(): void {
    this.#text = ''
  }

  open(name: string): void {
    if (name === 'rPh') this.#isAid = true
    else if (name === 't') this.#isText = !this.#isAid
  }

  close(name: string): void {
    if (name === 'rPh') this.#isAid = false
    else if (name === 't') this.#isText = false
  }

  add(text: string): void {
    if (this.#isText) this.#text += text
  }

  take(): string {
    return unescapeText(this.#text)
  }
}

/** Decodes characters that XML cannot contain from `_x000D_` (22.9.2.19). Line ends become line feeds, as in XML. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  const toCharacter = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))
  return text.replace(/_x([\dA-Fa-f]{4})_/g, toCharacter).replaceAll('\r\n', '\n')
}
