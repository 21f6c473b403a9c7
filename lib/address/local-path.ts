/** A host that cannot exist, to check whether an address stays on the host where it is read. */
const HERE = 'http://desk.invalid'

/**
 * Browsers read a backslash as a slash and drop control characters, so an address that looks local may lead elsewhere.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const TREACHEROUS = /[\\\x00-\x20\x7f]/

/**
 * Returns the path, query and fragment of this desk that an address names; null when it leads elsewhere, or could be
 * read so. The only rule for every address to which a user is redirected after signing in or connecting.
 */
export function getLocalPath(address: string): string | null {
  if (!address.startsWith('/') || TREACHEROUS.test(address) || !URL.canParse(address, HERE)) return null
  const url = new URL(address, HERE)
  const path = url.pathname + url.search + url.hash
  // The parser takes `/.//elsewhere` for a path of the desk, but the result, `//elsewhere`, is another host.
  return url.origin === HERE && !path.startsWith('//') ? path : null
}
