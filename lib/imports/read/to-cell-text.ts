import { type CellObject, SSF } from '@e965/xlsx'

/** The format whose look depends on the computer: Excel calls it "Short date". Here it is the same for everybody. */
const SHORT_DATE = 'm/d/yy'
const UNAMBIGUOUS_DATE = 'yyyy-mm-dd'

/**
 * A cell as its program shows it: `00042` for a 42 formatted `00000`, a date as a date. Only whole numbers without a
 * format are more exact than on screen: Excel shows a long one as 1.23457E+11, which nobody means.
 */
export function toCellText(cell: CellObject, date1904: boolean): string {
  if (cell.t === 's') return String(cell.v ?? '')
  if (cell.t !== 'n' || typeof cell.v !== 'number') return cell.w ?? ''
  if (cell.z === undefined || cell.z === 'General') return toGeneral(cell.v, cell.w)
  if (cell.z === SHORT_DATE) return String(SSF.format(UNAMBIGUOUS_DATE, cell.v, { date1904 }))
  return cell.w ?? formatUnescaped(cell.v, String(cell.z), date1904)
}

/** The library takes no bare dot between day and month, which openpyxl and others write and Excel reads. */
function formatUnescaped(value: number, format: string, date1904: boolean): string {
  try {
    return String(SSF.format(format.replaceAll('.', '\\.'), value, { date1904 }))
  } catch {
    return String(value)
  }
}

function toGeneral(value: number, shown = String(value)): string {
  return Number.isSafeInteger(value) ? String(value) : shown
}
