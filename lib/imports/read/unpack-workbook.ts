import { listZipEntries, type ZipEntry } from './list-zip-entries.ts'
import { type OtherFormat, ReadError, type ReadProblem } from './read-error.ts'
import { unpackBegin, unpackEntry } from './unpack-entry.ts'

export type WorkbookPart = { name: string; content: Uint8Array }

/** A workbook of 10,000 people with 50 columns unpacks to 30 MB. */
const PARTS_MAX_BYTES = 128 * 1024 * 1024
/** Folders that are never unpacked: macros, external links, pictures, pivot tables and other parts without cells. */
const NEEDED = /\.(xml|rels)$/
const UNNEEDED =
  /(^|\/)(externallinks|drawings|charts|chartsheets|media|embeddings|customxml|pivotcache|pivottables|activex|ctrlprops|docprops|querytables|worksheets\/_rels)\//

/** Other file types based on ZIP, each recognised by an entry that none of the others has. */
const FOREIGN: readonly (readonly [RegExp, ReadProblem, OtherFormat?])[] = [
  [/^(word|ppt)\//, 'word_processor'],
  [/^xl\/workbook\.bin$/, 'other_spreadsheet', 'xlsb'],
  [/^content\.xml$/, 'other_spreadsheet', 'ods'],
  [/^index(\.zip$|\/.*\.iwa$)/, 'other_spreadsheet', 'numbers'],
]

/** A sample of this size is representative of the whole part. */
const SAMPLE_BYTES = 16 * 1024 * 1024
const EMPTY_SHARE = 0.8

/**
 * Unpacks the parts of an XLSX file that contain its cells. The limit counts the real bytes, and names get forward
 * slashes. See docs/decisions/021-reading-spreadsheets.md.
 */
export async function unpackWorkbook(file: Uint8Array): Promise<WorkbookPart[]> {
  const entries = listZipEntries(file).map(entry => ({ ...entry, name: entry.name.replaceAll('\\', '/') }))
  requireWorkbook(entries)
  const needed = entries.filter(({ name }) => isNeeded(name.toLowerCase()))
  try {
    return await unpackAll(file, needed)
  } catch (error) {
    const isLarge = error instanceof ReadError && error.problem === 'zip_bomb'
    throw isLarge && (await hasEmptyCells(file, needed)) ? new ReadError('empty_cells') : error
  }
}

async function unpackAll(file: Uint8Array, needed: readonly ZipEntry[]): Promise<WorkbookPart[]> {
  if (needed.reduce((sum, { bytes }) => sum + bytes, 0) > PARTS_MAX_BYTES) throw new ReadError('zip_bomb')
  const parts: WorkbookPart[] = []
  let left = PARTS_MAX_BYTES
  for (const entry of needed) {
    const content = await unpackEntry(file, entry, left)
    left -= content.length
    parts.push({ name: entry.name, content })
  }
  return parts
}

/** Excel stores each formatted cell, so a sheet with borders everywhere has 200 MB of cells without a value. */
async function hasEmptyCells(file: Uint8Array, entries: readonly ZipEntry[]): Promise<boolean> {
  const [sheet] = entries
    .filter(({ name }) => /(^|\/)worksheets\//i.test(name))
    .toSorted((one, other) => other.bytes - one.bytes)
  if (!sheet) return false
  const xml = new TextDecoder('latin1').decode(await unpackBegin(file, sheet, SAMPLE_BYTES))
  const cells = xml.match(/<(?:\w+:)?c[\s>]/g)?.length ?? 0
  const values = xml.match(/<(?:\w+:)?(?:v|is)[\s>]/g)?.length ?? 0
  return cells > 0 && values <= cells * (1 - EMPTY_SHARE)
}

function isNeeded(name: string): boolean {
  return NEEDED.test(name) && !UNNEEDED.test(name)
}

/** Every Office package lists the types of its parts. The relationships determine which part is the workbook. */
function requireWorkbook(entries: readonly ZipEntry[]): void {
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new ReadError('password_protected')
  const names = entries.map(({ name }) => name.toLowerCase())
  const isPackage = names.includes('[content_types].xml')
  const [, foreign, format] = FOREIGN.find(([sign]) => names.some(name => sign.test(name))) ?? []
  if (foreign || !isPackage) throw new ReadError(foreign ?? 'archive', format && { format })
}
