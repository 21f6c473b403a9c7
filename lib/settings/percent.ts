/** Fault of an address with a stray `%`, as the end of a sentence. */
export const PERCENT = 'must have a % of its user, password or path written as %25'

/**
 * True when every percent-encoded part of an address can be decoded (RFC 3986, 2.1); also true for text that is no
 * address.
 */
export function hasReadablePercents(address: string): boolean {
  const url = URL.parse(address)
  try {
    for (const part of [url?.username, url?.password, url?.pathname]) decodeURIComponent(part ?? '')
    return true
  } catch {
    return false
  }
}
