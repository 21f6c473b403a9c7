import type { WorkbookPart } from './unpack-workbook.ts'

/**
 * The lines of a sheet that nobody sees, by their numbers: hidden, or filtered out. Read here, from the XML (ECMA-376, 18.3.1.73):
 * the spreadsheet library tells them only along with all styles, and then breaks on colours and fills the memory with columns.
 * `index`: the place of the sheet in the workbook. Where it cannot be found, nothing is hidden.
 */
export function findHiddenLines(parts: readonly WorkbookPart[], index: number): Set<number> {
  const hidden = new Set<number>()
  let line = 0
  for (const row of listTags(findSheet(parts, index), 'row')) {
    line = Number(toAttribute(row, 'r') ?? line + 1)
    if (['1', 'true'].includes(toAttribute(row, 'hidden') ?? '')) hidden.add(line)
  }
  return hidden
}

/** The workbook names its sheets in order, each with a relation that says in which part it is (18.2.19). */
function findSheet(parts: readonly WorkbookPart[], index: number): WorkbookPart | undefined {
  const byName = new Map(parts.map(part => [part.name.toLowerCase(), part]))
  const workbook = parts.find(({ name }) => /(^|\/)workbook\.xml$/i.test(name))
  const folder = workbook?.name.replace(/[^/]*$/, '').toLowerCase() ?? ''
  const sheet = listTags(workbook, 'sheet')[index] ?? ''
  const id = toAttribute(sheet, '\\w+:id')
  const relations = listTags(byName.get(`${folder}_rels/workbook.xml.rels`), 'Relationship')
  const relation = relations.find(tag => id !== undefined && toAttribute(tag, 'Id') === id) ?? ''
  const target = toAttribute(relation, 'Target')?.toLowerCase() ?? ''
  return byName.get(target.startsWith('/') ? target.slice(1) : `${folder}${target}`)
}

function listTags(part: WorkbookPart | undefined, name: string): string[] {
  // Names and numbers are ASCII, and one letter a byte takes the least room.
  const xml = part ? new TextDecoder('latin1').decode(part.content) : ''
  // No tag holds a `<`: one that never ends is left where the next begins, and not read to the end of the sheet.
  return xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g')) ?? []
}

function toAttribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)`).exec(tag)?.[1]
}
