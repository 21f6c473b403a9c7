import { IMPORT_FIELDS, type ImportField, type ImportValues } from '#lib/contracts/import-rows.ts'
import { unguardFormulas } from '#lib/csv/formula-guard.ts'
import type { CleanedCount } from './checked-row.ts'

/** Line breaks, tabs, the no-break spaces of web pages: all of them stand for a space. */
const SPACE = /\s/g
/**
 * Zero-width spaces, soft hyphens, byte order marks, marks of writing direction. The two joiners stay: in Persian and
 * Hindi names they are spelling.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cf}\p{Cc}]/gu
const NAMES: readonly ImportField[] = ['first_name', 'last_name']

/** The values without what nobody sees in them. Counts the cells that it had to change. */
export function cleanValues(values: ImportValues, count: CleanedCount): ImportValues {
  const cleaned = { ...values }
  for (const field of IMPORT_FIELDS) cleaned[field] = cleanCell(values[field], field, count)
  return cleaned
}

/** Two spaces inside a name are a slip. Numbers keep their inside as it is, for the service compares them exactly. */
function cleanCell(given: string, field: ImportField, count: CleanedCount): string {
  const cell = unguardFormulas(given)
  if (/^[\x21-\x7e]*$/.test(cell)) return cell
  const spaced = cell.replace(SPACE, ' ')
  const visible = spaced.replace(INVISIBLE, '')
  const trimmed = (NAMES.includes(field) ? visible.replaceAll(/ {2,}/g, ' ') : visible).trim()
  if (visible !== spaced) count.invisible += 1
  if (trimmed !== visible || spaced !== cell) count.spaces += 1
  return field === 'mitarbeiternummer' ? trimmed : trimmed.normalize('NFC')
}
