import { packZip } from './pack-workbook.ts'

/**
 * Features of ECMA-376 and XML that a hand-written workbook uses. Each list is used in turn, then again from its start.
 */
export type Oddities = {
  /** Prefix of the spreadsheet's namespace: `x:` or none. */
  prefix: string
  /** How the texts of cells are written, in turn. */
  texts: ('shared' | 'runs' | 'cdata' | 'entities' | 'inline' | 'formula' | 'phonetic')[]
  /** References of cells: written, in small letters, or left out. */
  references: ('usual' | 'small' | 'none')[]
  /** White space between an element's name and its attributes. */
  space: string
  quote: '"' | "'"
  comment: string
  encoding: 'utf-8' | 'utf-8-mark' | 'utf-16le' | 'utf-16be' | 'undeclared'
  separator: '/' | '\\'
  workbook: string
  hasStyles: boolean
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Writes a table as a workbook that no program would write, but every reader of the standard can read. */
export function packOddWorkbook(table: readonly (readonly string[])[], odd: Oddities): Promise<Uint8Array> {
  const { prefix: x, separator } = odd
  const strings: string[] = []
  let turn = 0
  const rows = table.map((cells, at) => {
    const written = cells.map((text, column) => {
      turn += 1
      return toCell(text, { at: [at + 1, column], turn, strings, odd })
    })
    return `<${x}row${odd.space}r=${quoted(String(at + 1), odd)}>${odd.comment}${written.join('')}</${x}row>`
  })
  const xmlns = `xmlns${x === '' ? '' : `:${x.slice(0, -1)}`}="${MAIN}"`
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="a" Type="${RELATIONSHIPS}/officeDocument" Target="xl/${odd.workbook}"/></Relationships>`,
    [`xl/${odd.workbook}`]: `<${x}workbook ${xmlns} xmlns:rel="${RELATIONSHIPS}"><${x}sheets><${x}sheet name="Liste" sheetId="1" rel:id="s"/></${x}sheets></${x}workbook>`,
    [`xl/_rels/${odd.workbook}.rels`]: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Target="worksheets/sheet1.xml" Type="${RELATIONSHIPS}/worksheet" Id="s"/><Relationship Target="/xl/texts.xml" Type="${RELATIONSHIPS}/sharedStrings" Id="t"/><Relationship Target="styles.xml" Type="${RELATIONSHIPS}/styles" Id="u"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<${x}worksheet ${xmlns}><${x}sheetData>${rows.join('')}</${x}sheetData></${x}worksheet>`,
    'xl/texts.xml': `<${x}sst ${xmlns} uniqueCount="${strings.length}">${strings.join(odd.comment)}</${x}sst>`,
    ...(odd.hasStyles && { 'xl/styles.xml': `<${x}styleSheet ${xmlns}/>` }),
  }
  return packZip(
    Object.fromEntries(
      Object.entries(parts).map(([name, xml]) => [
        name.replaceAll('/', separator),
        encode(xml, odd.encoding),
      ]),
    ),
  )
}

type Place = { at: [row: number, column: number]; turn: number; strings: string[]; odd: Oddities }

function toCell(text: string, { at: [row, column], turn, strings, odd }: Place): string {
  const { prefix: x, space } = odd
  const kind = odd.texts[turn % odd.texts.length] ?? 'shared'
  const reference = odd.references[row % odd.references.length] ?? 'usual'
  const name = `${String.fromCharCode(65 + column)}${row}`
  const r = { usual: name, small: name.toLowerCase(), none: null }[reference]
  const attributes = (type: string) =>
    `${r === null ? '' : `${space}r=${quoted(r, odd)}`}${space}t=${quoted(type, odd)}`
  if (kind === 'inline')
    return `<${x}c${attributes('inlineStr')}><${x}is>${toT(toXml(text), x)}</${x}is></${x}c>`
  if (kind === 'formula')
    return `<${x}c${attributes('str')}><${x}f>A1&amp;""</${x}f><${x}v>${toXml(text)}</${x}v></${x}c>`
  strings.push(toEntry(text, kind, x))
  return `<${x}c${attributes('s')}><${x}v> ${strings.length - 1}\n</${x}v></${x}c>`
}

function toEntry(text: string, kind: Oddities['texts'][number], x: string): string {
  if (text === '') return `<${x}si/>`
  if (kind === 'cdata')
    return `<${x}si><${x}t xml:space='preserve'><![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]></${x}t></${x}si>`
  if (kind === 'entities')
    return `<${x}si\n>${toT([...text].map(sign => `&#x${(sign.codePointAt(0) ?? 0).toString(16)};`).join(''), x)}</${x}si>`
  const half = Math.floor(text.length / 2)
  const [begin, end] = [text.slice(0, half), text.slice(half)]
  if (kind === 'runs' && begin.isWellFormed())
    return `<${x}si><${x}r><${x}rPr><${x}b/></${x}rPr>${toT(toXml(begin), x)}</${x}r><${x}r>${toT(toXml(end), x)}</${x}r></${x}si>`
  if (kind === 'phonetic')
    return `<${x}si>${toT(toXml(text), x)}<${x}rPh sb="0" eb="1"><${x}t>aid</${x}t></${x}rPh><${x}phoneticPr fontId="0"/></${x}si>`
  return `<${x}si>${toT(toXml(text), x)}</${x}si>`
}

function toT(content: string, x: string): string {
  return `<${x}t xml:space="preserve">${content}</${x}t>`
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;')
}

function quoted(text: string, { quote }: Oddities): string {
  return quote + text + quote
}

function encode(xml: string, encoding: Oddities['encoding']): Uint8Array {
  if (encoding === 'undeclared') return Buffer.from(xml)
  if (encoding === 'utf-8') return Buffer.from(`<?xml version="1.0" encoding='UTF-8'?>\n${xml}`)
  if (encoding === 'utf-8-mark') return Buffer.from(`\ufeff<?xml version="1.0"?>${xml}`)
  const wide = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le')
  return encoding === 'utf-16le' ? wide : wide.swap16()
}
