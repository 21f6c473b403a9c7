import { SaxesParser } from 'saxes'
import { ReadError } from './read-error.ts'

type Attributes = Readonly<Record<string, string>>

/** Receives the elements of a document by their local names, in the order of the document. */
type XmlHandler = {
  open: (name: string, attributes: Attributes) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Number of characters passed to the parser at once. */
const CHUNK = 64 * 1024
const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/
const MARKS = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0x3c, 0x00], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
] as const

/** Parses a part of a workbook, without namespace prefixes. Throws `ReadError` when the XML is not well-formed. */
export function parseXml(xml: string, { open, close, text }: XmlHandler): void {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  parser.on('error', error => {
    throw new ReadError('broken', { cause: error })
  })
  parser.on('opentag', ({ name, attributes }) => open(toLocalName(name), attributes))
  if (close) parser.on('closetag', ({ name }) => close(toLocalName(name)))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  for (let at = 0; at < xml.length; at += CHUNK) parser.write(xml.slice(at, at + CHUNK))
  parser.close()
}

/** Decodes a part by XML 1.0 (appendix F): by its mark, its first bytes or its declaration, otherwise as UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  const begin = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))
  return new TextDecoder(begin?.[1] ?? toDeclared(bytes)).decode(bytes)
}

function toDeclared(bytes: Uint8Array): string {
  const label = DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 200)))?.[1] ?? ''
  // A single-byte declaration of UTF-16 is a leftover of a conversion by another program.
  if (label === '' || /^(utf|ucs)-?\d/i.test(label)) return 'utf-8'
  try {
    return new TextDecoder(label).encoding
  } catch (cause) {
    throw new ReadError('broken', { cause })
  }
}

/** Reads an attribute of the relationships namespace under any prefix. */
export function getPrefixed(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find(candidate => candidate.endsWith(`:${name}`))
  return key === undefined ? attributes[name] : attributes[key]
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

function toLocalName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}
