/** What is said of an address that a stray `%` makes unreadable, as the end of a sentence. */
export const PERCENT = 'must have a % of its user, password or path written as %25'

/** Whether everything in an address that may be written with `%` can be read (RFC 3986, 2.1); also true for what is no address. */
export function hasReadablePercents(address: string): boolean {
  const url = URL.parse(address)
  try {
    for (const part of [url?.username, url?.password, url?.pathname]) decodeURIComponent(part ?? '')
    return true
  } catch {
    return false
  }
}
