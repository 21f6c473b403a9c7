import { EMAIL_FORM } from '#lib/portrait-api/terms.ts'

/** Kinds of unusual email addresses; the first that applies is shown. */
type UnusualEmail = 'quoted' | 'dots' | 'no_dot' | 'letters' | 'signs'

/** Letters, digits, and the signs that are usual in addresses. */
const USUAL = /^[\w.+'@-]*$/
/** Quotation marks from a list written by hand or by a script: `'anna@firma.example'`. */
const QUOTED = /^['’‘`„“]|['’‘`”“]$/
/** A dot at an edge of either side, or two dots in a row. */
const STRAY_DOT = /^\.|\.$|\.@|@\.|\.\./

/**
 * Returns why an address should be checked again, or null. Each reason can be legitimate (RFC 5321, section 4.1.2, and
 * RFC 6531 for letters beyond ASCII), so it is a hint and never a refusal: the service decides. `employeeInputSchema`
 * reports what is no address at all.
 */
export function findUnusual(email: string): UnusualEmail | null {
  const text = email.trim()
  if (!EMAIL_FORM.test(text)) return null
  if (text.includes('"') || QUOTED.test(text)) return 'quoted'
  if (STRAY_DOT.test(text)) return 'dots'
  if (!text.slice(text.lastIndexOf('@')).includes('.')) return 'no_dot'
  if (/[^\x21-\x7e]/.test(text)) return 'letters'
  return USUAL.test(text) ? null : 'signs'
}
