import 'server-only'
import { FilterParser } from 'ldapts'
import { DestinationError, type Receiver } from './destination.ts'

/**
 * Returns the filter for a person (RFC 4515, section 3). Throws `no_address` for a person without the number or
 * address.
 */
export function toFilter(template: string, { mitarbeiternummer, email }: Receiver): string {
  return template.replaceAll(/\{(mitarbeiternummer|email)\}/g, (_, name) => {
    const value = (name === 'email' ? email : mitarbeiternummer)?.trim()
    if (!value) throw new DestinationError('no_address')
    return escapeFilter(value)
  })
}

/** Writes `*`, `(`, `)`, `\` and NUL as a backslash and two hexadecimal digits (RFC 4515). */
function escapeFilter(value: string): string {
  return value.replaceAll(/[*()\\\0]/g, found => `\\${found.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Throws `wrong_settings` for a filter that names no person or cannot be parsed. */
export function requireFilter({ filter }: { filter: string }): void {
  const isOfOnePerson = /\{(?:mitarbeiternummer|email)\}/.test(filter)
  try {
    if (!isOfOnePerson) throw new Error('It names no person.')
    FilterParser.parseString(toFilter(filter, { mitarbeiternummer: '1', email: 'a@example.com' }))
  } catch (cause) {
    throw new DestinationError('wrong_settings', { message: 'The filter cannot be read.', cause })
  }
}
