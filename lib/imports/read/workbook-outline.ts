import { decodeXml, getPrefixed, isTrue, parseXml } from './parse-xml.ts'
import { ReadError } from './read-error.ts'
import type { WorkbookPart } from './unpack-workbook.ts'

type SheetEntry = { name: string; isHidden: boolean; part: Uint8Array | undefined }

type WorkbookOutline = {
  sheets: SheetEntry[]
  date1904: boolean
  /** Absent in workbooks without texts, or without formats. */
  strings: Uint8Array | undefined
  styles: Uint8Array | undefined
}

type Relation = { id: string; type: string; target: string }

/**
 * Finds the parts of a workbook by its relationships (ECMA-376 part 2, 9.3), not by their usual names: some writers
 * name the workbook `workbook2.xml`. Throws `ReadError` when there is no workbook.
 */
export function readOutline(parts: readonly WorkbookPart[]): WorkbookOutline {
  const byName = new Map(parts.map(({ name, content }) => [toKey(name), content]))
  const at = findWorkbook(byName)
  const workbook = byName.get(at)
  if (!workbook) throw new ReadError('archive')
  const folder = at.slice(0, at.lastIndexOf('/') + 1)
  const relations = readRelations(byName.get(`${folder}_rels/${at.slice(folder.length)}.rels`), folder)
  const find = (type: string) => byName.get(relations.find(relation => relation.type === type)?.target ?? '')
  const sheets: SheetEntry[] = []
  let date1904 = false
  parseXml(decodeXml(workbook), {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = isTrue(attributes.date1904)
      if (name !== 'sheet') return
      const id = getPrefixed(attributes, 'id')
      const relation = relations.find(candidate => candidate.id === id)
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      const part = byName.get(relation?.target ?? '')
      if (!relation || relation.type === 'worksheet')
        sheets.push({ name: attributes.name ?? '', isHidden, part })
    },
  })
  if (sheets.length === 0) throw new ReadError('archive')
  return { sheets, date1904, strings: find('sharedStrings'), styles: find('styles') }
}

/** The package names its main part in `_rels/.rels`; without that file, the part has its usual name. */
function findWorkbook(parts: ReadonlyMap<string, Uint8Array>): string {
  const main = readRelations(parts.get('_rels/.rels'), '').filter(({ type }) => type === 'officeDocument')
  const usual = [...parts.keys()].filter(name => /(^|\/)workbook\d*\.xml$/.test(name))
  return [...main.map(({ target }) => target), ...usual].find(name => parts.has(name)) ?? ''
}

function readRelations(part: Uint8Array | undefined, folder: string): Relation[] {
  const relations: Relation[] = []
  if (!part) return relations
  parseXml(decodeXml(part), {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: resolve(target, folder) })
    },
  })
  return relations
}

function resolve(target: string, folder: string): string {
  const key = target.replaceAll('\\', '/')
  const steps: string[] = []
  for (const step of (key.startsWith('/') ? key : `${folder}${key}`).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return toKey(steps.join('/'))
}

/**
 * Part names are compared without letter case (ECMA-376 part 2, 9.1). Writers on .NET separate folders with
 * backslashes.
 */
function toKey(name: string): string {
  const key = name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
  try {
    return decodeURI(key)
  } catch {
    return key
  }
}
