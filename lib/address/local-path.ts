/** A host that is nobody's, to see whether an address stays where it is read. */
const HERE = 'http://desk.invalid'

/** Browsers read a backslash as a slash and drop control characters, so what looks local may lead elsewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const TREACHEROUS = /[\\\x00-\x20\x7f]/

/**
 * The path, query and fragment of this desk that an address names; null when it leads anywhere else, or could be read
 * so. The one rule for every place to which a person is taken after signing in or connecting.
 */
export function getLocalPath(address: string): string | null {
  if (!address.startsWith('/') || TREACHEROUS.test(address) || !URL.canParse(address, HERE)) return null
  const url = new URL(address, HERE)
  const path = url.pathname + url.search + url.hash
  // `/.//elsewhere` is a path of the desk for the parser, but `//elsewhere`, which it becomes, is another host.
  return url.origin === HERE && !path.startsWith('//') ? path : null
}
