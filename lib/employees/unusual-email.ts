import { EMAIL_FORM } from '#lib/portrait-api/terms.ts'

/** What looks unusual about an e-mail address; the first of these is told. */
type UnusualEmail = 'quoted' | 'dots' | 'no_dot' | 'letters' | 'signs'

/** Letters, digits, and the signs that addresses of people have. */
const USUAL = /^[\w.+'@-]*$/
/** A list that was written by hand, or by a script: `'anna@firma.example'`. */
const QUOTED = /^['’‘`„“]|['’‘`”“]$/
/** A dot at an edge of either side, or two dots in a row. */
const STRAY_DOT = /^\.|\.$|\.@|@\.|\.\./

/**
 * Why a person should look at an address once more, or null. Each of these can be right (RFC 5321, section 4.1.2, and RFC
 * 6531 for letters beyond ASCII), so it is a hint and never a refusal: the service decides. What is no address at all is
 * said by `employeeInputSchema`.
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
