import { SSF } from '@e965/xlsx'
import { decodeXml, parseXml } from './parse-xml.ts'

/** Reads the number format of each cell style, by the style index in the cells (ECMA-376, 18.8.10). */
export function readCellFormats(part: Uint8Array | undefined): string[] {
  if (!part) return []
  const own = new Map<number, string>()
  const ids: number[] = []
  let isCellStyles = false
  parseXml(decodeXml(part), {
    open(name, attributes) {
      if (name === 'numFmt') own.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') isCellStyles = true
      if (name === 'xf' && isCellStyles) ids.push(Number(attributes.numFmtId ?? 0))
    },
    close(name) {
      if (name === 'cellXfs') isCellStyles = false
    },
  })
  const usual: Record<number, string> = SSF.get_table()
  return ids.map(id => own.get(id) ?? usual[id] ?? 'General')
}
