import { IMPORT_FIELDS, type ImportField, type ImportValues } from '#lib/contracts/import-rows.ts'
import { unguardFormulas } from '#lib/csv/formula-guard.ts'
import { withoutInvisible } from '#lib/text/invisible.ts'
import type { CleanedCount } from './checked-row.ts'

/** Line breaks, tabs and the no-break spaces of web pages all count as a space. A byte order mark counts as nothing. */
const SPACE = /(?!\ufeff)\s/g
const CONTROL = /\p{Cc}/gu
const NAMES: readonly ImportField[] = ['first_name', 'last_name']

/** Removes invisible characters from the values. Counts the cells it changed. */
export function cleanValues(values: ImportValues, count: CleanedCount): ImportValues {
  const cleaned = { ...values }
  for (const field of IMPORT_FIELDS) cleaned[field] = cleanCell(values[field], field, count)
  return cleaned
}

/**
 * Collapses double spaces inside a name. Numbers keep their inner spaces, because the service compares them exactly.
 */
function cleanCell(given: string, field: ImportField, count: CleanedCount): string {
  const cell = unguardFormulas(given)
  if (/^[\x21-\x7e]*$/.test(cell)) return field === 'mitarbeiternummer' ? unwrapNumber(cell) : cell
  const spaced = cell.replace(SPACE, ' ')
  const isName = NAMES.includes(field)
  // Both joiners are part of the spelling in Persian and Hindi names; in an address or a number they mean nothing.
  const visible = withoutInvisible(spaced.replace(CONTROL, ''), { joiners: isName ? 'spelled' : 'out' })
  const spaceless = (isName ? visible.replaceAll(/ {2,}/g, ' ') : visible).trim()
  const trimmed = field === 'mitarbeiternummer' ? unwrapNumber(spaceless) : spaceless
  if (visible !== spaced) count.invisible += 1
  if (spaceless !== visible || spaced !== cell) count.spaces += 1
  if (field === 'mitarbeiternummer') return trimmed
  // A joiner after a separate accent joins nothing once letter and accent are one character.
  return isName ? withoutInvisible(trimmed.normalize('NFC')) : trimmed.normalize('NFC')
}

/**
 * A plain number inside the signs that people and programs add so that a spreadsheet keeps its zeros: `'00042`,
 * `"00042"`, `="00042"`. Other quotation marks belong to the number.
 */
const WRAPPED = /^(?:=?["“”„]|['’‘`´])+(?=[\p{L}\d ./_-]*\d)([\p{L}\d][\p{L}\d ./_-]*)(?:["“”]|['’‘`´])*$/u

function unwrapNumber(text: string): string {
  return WRAPPED.exec(text)?.[1]?.trim() ?? text
}
