import { hasBytes, listZipEntries, type ZipEntry } from './list-zip-entries.ts'
import { ReadError, type ReadProblem } from './read-error.ts'
import { unpackEntry } from './unpack-entry.ts'

const TAG = [...'hyperlink '].map(letter => letter.charCodeAt(0))

const [SMALL_H = 0] = TAG

const LARGE_H = 'H'.charCodeAt(0)

const PREFIX_MAX = 16

const TAG_BEGIN = /<(\w+:)?$/

export type WorkbookPart = { name: string; content: Uint8Array }

/** Unpacked, 10,000 people with 50 columns take 30 MB. */
const PARTS_MAX_BYTES = 128 * 1024 * 1024
/** Macros, external links, pictures, pivot tables and all else that says nothing about cells is never unpacked. */
const NEEDED = /\.(xml|rels)$/
const UNNEEDED =
  /(^|\/)(externallinks|drawings|charts|chartsheets|media|embeddings|customxml|pivotcache|pivottables|activex|ctrlprops|docprops|querytables|worksheets\/_rels)\//

/** Other inhabitants of a ZIP file, by an entry that none of the others has. */
const FOREIGN: readonly (readonly [RegExp, ReadProblem])[] = [
  [/^(word|ppt)\//, 'word_processor'],
  [/^xl\/workbook\.bin$|^content\.xml$|^index(\.zip$|\/.*\.iwa$)/, 'other_spreadsheet'],
]

/**
 * The parts of an XLSX file that hold its cells, unpacked within a limit that counts the real bytes. The spreadsheet
 * library gets these and not the file: what was measured is then what is read, and nothing else of it is.
 * See docs/decisions/021-reading-spreadsheets.md.
 */
export async function unpackWorkbook(file: Uint8Array): Promise<WorkbookPart[]> {
  const entries = listZipEntries(file)
  requireWorkbook(entries)
  const needed = entries.filter(({ name }) => isNeeded(name.toLowerCase()))
  if (needed.reduce((sum, { bytes }) => sum + bytes, 0) > PARTS_MAX_BYTES) throw new ReadError('zip_bomb')
  const parts: WorkbookPart[] = []
  let left = PARTS_MAX_BYTES
  for (const entry of needed) {
    const content = await unpackEntry(file, entry, left)
    left -= content.length
    parts.push({ name: entry.name, content: withoutLinks(content) })
  }
  return parts
}

function isNeeded(name: string): boolean {
  return NEEDED.test(name) && !UNNEEDED.test(name)
}

function requireWorkbook(entries: ZipEntry[]): void {
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new ReadError('password_protected')
  const names = entries.map(({ name }) => name.toLowerCase())
  const isWorkbook =
    names.includes('[content_types].xml') && names.some(name => /(^|\/)workbook\.xml$/.test(name))
  if (isWorkbook) return
  throw new ReadError(FOREIGN.find(([sign]) => names.some(name => sign.test(name)))?.[1] ?? 'archive')
}

/**
 * The XML of a sheet in which nothing is called `hyperlink` any more. The spreadsheet library makes a cell for each one
 * that a link covers, and a link over a whole sheet covers 17 billion. Changes the bytes in place: they are our copy.
 */
function withoutLinks(xml: Uint8Array): Uint8Array {
  for (let at = xml.indexOf(SMALL_H); at !== -1; at = xml.indexOf(SMALL_H, at + 1)) {
    if (!hasBytes(xml, TAG, at)) continue
    const before = String.fromCharCode(...xml.subarray(Math.max(0, at - PREFIX_MAX), at))
    if (TAG_BEGIN.test(before)) xml[at] = LARGE_H
  }
  return xml
}
