import { IMPORT_FIELDS } from '#lib/contracts/import-rows.ts'
import { BYTE_ORDER_MARK, FOR_SPREADSHEETS, toCsvLines } from '#lib/csv/write-csv.ts'
import { getTemplateHeaders, type TemplateLocale } from './template-headers.ts'

export const TEMPLATE_FORMATS = ['xlsx', 'csv'] as const
type TemplateFormat = (typeof TEMPLATE_FORMATS)[number]

const SHEET_NAMES: Record<TemplateLocale, string> = { de: 'Personen', en: 'People' }
/** Number of lines formatted as text, so that no spreadsheet drops a leading zero. */
const LINES_AS_TEXT = 1_000
const COLUMN_CHARACTERS = 24

/**
 * Writes an empty list with the headers that the import recognises, to be filled by users or by another system's
 * export.
 */
export async function writeTemplate(format: TemplateFormat, locale: TemplateLocale): Promise<Uint8Array> {
  return format === 'csv' ? writeCsv(locale) : writeXlsx(locale)
}

/** Uses the separator that Excel in this language opens with a double click. */
function writeCsv(locale: TemplateLocale): Uint8Array {
  const separator = locale === 'de' ? ';' : ','
  const lines = toCsvLines([getTemplateHeaders(locale)], { ...FOR_SPREADSHEETS, separator, quotes: false })
  return new TextEncoder().encode(BYTE_ORDER_MARK + lines)
}

async function writeXlsx(locale: TemplateLocale): Promise<Uint8Array> {
  const { utils, write } = await import('@e965/xlsx')
  const empty = IMPORT_FIELDS.map(() => ({ t: 's', v: '', z: '@' }))
  const lines = Array.from({ length: LINES_AS_TEXT }, () => empty)
  const sheet = utils.aoa_to_sheet([getTemplateHeaders(locale), ...lines])
  sheet['!cols'] = IMPORT_FIELDS.map(() => ({ wch: COLUMN_CHARACTERS }))
  const book = utils.book_new(sheet, SHEET_NAMES[locale])
  const file: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx', compression: true })
  return new Uint8Array(file)
}
