import JSZip from 'jszip'

type Parts = Record<string, string | Uint8Array>

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`
const BOOK = `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Liste" sheetId="1" r:id="rId1"/></sheets></workbook>`
const RELATIONS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`

/** The smallest workbook around the XML of one sheet, for files that no real program writes. */
export async function packWorkbook(
  sheetData: string,
  { before = '', after = '', ...parts }: Parts & { before?: string; after?: string } = {},
) {
  const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${before}<sheetData>${sheetData}</sheetData>${after}</worksheet>`
  return packZip({
    '[Content_Types].xml': TYPES,
    'xl/workbook.xml': BOOK,
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/worksheets/sheet1.xml': sheet,
    ...parts,
  })
}

export async function packZip(parts: Parts): Promise<Uint8Array> {
  const zip = new JSZip()
  for (const [name, content] of Object.entries(parts)) zip.file(name, content)
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE', compressionOptions: { level: 9 } })
}

/** A cell with text inside it. */
export function toCell(at: string, text: string): string {
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}
