import { SSF } from '@e965/xlsx'

/**
 * The format that depends on the computer's settings: Excel calls it "Short date". The desk always reads it the same
 * way.
 */
const SHORT_DATE = 'm/d/yy'

const UNAMBIGUOUS_DATE = 'yyyy-mm-dd'

/** Space for a sign (`_-`), a fill character (`* `), a colour, a language or a currency (`[…]`), escaped spaces. */
const AROUND = /_.|\*.|\[[^\]]*\]|\\ /g
/** A currency, quoted or not: `€`, `"EUR"`, `kr.`. */
const CURRENCY =
  /"\s*(\p{Sc}|[A-Z]{3}|kr\.?|zł|Kč|Fr\.?)\s*"|\p{Sc}|\b(EUR|USD|GBP|CHF|DKK|SEK|NOK|PLN|CZK)\b/gu
/**
 * A format that groups digits, adds decimals, scales, or writes a power of ten: `#,##0`, `0.00`, `0,`, `0.00E+00`.
 * Zeros before the number are digits.
 */
const AMOUNT = /^[#,?\s]*[#0?](\.[#0?]*)?,*(E[+-][#0]+)?\s*(%)?$/
/** A larger number is not a percentage: 100,000 %. */
const PERCENT_MAX = 1_000

/**
 * Formats a number as its program shows it: `00042` for a 42 formatted `00000`, a date as a date. Whole numbers become
 * their digits if they have no format, or that of an amount. Excel shows a long one as 1.23457E+11, and 12345 as 12,345
 * or 12,345 €, which is no employee number.
 */
export function toShownNumber(value: number, format: string, date1904: boolean): string {
  const isWhole = Number.isSafeInteger(value)
  if (format === 'General') return isWhole ? String(value) : String(SSF.format(format, value))
  if (isWhole && value > 0 && isAmount(value, format)) return String(value)
  if (format === SHORT_DATE) return String(SSF.format(UNAMBIGUOUS_DATE, value, { date1904 }))
  return (
    formatWith(format, value, date1904) ??
    formatWith(format.replaceAll('.', '\\.'), value, date1904) ??
    String(value)
  )
}

/**
 * Returns null when the library fails. It rejects a bare dot between day and month, which openpyxl and others write and
 * Excel reads.
 */
function formatWith(format: string, value: number, date1904: boolean): string | null {
  try {
    return String(SSF.format(format, value, { date1904 }))
  } catch {
    return null
  }
}

const amounts = new Map<string, 'amount' | 'percent' | 'other'>()

function isAmount(value: number, format: string): boolean {
  let kind = amounts.get(format)
  if (kind === undefined) {
    const [positive = ''] = format.split(';')
    const match = AMOUNT.exec(positive.replace(AROUND, '').replace(CURRENCY, '').trim())
    kind = match ? (match[3] ? 'percent' : 'amount') : 'other'
    amounts.set(format, kind)
  }
  return kind === 'amount' || (kind === 'percent' && value >= PERCENT_MAX)
}
