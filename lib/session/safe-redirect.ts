import 'server-only'

/** Browsers read a backslash as a slash and drop control characters, so what looks local may lead elsewhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const TREACHEROUS = /[\\\x00-\x20\x7f]/

/**
 * Where next-auth may send a browser: to an address of this desk, and to nothing that a foreign link could smuggle in.
 * Everything else becomes the front page.
 */
export function toOwnAddress(target: string, origin: string): string {
  const local = target.startsWith('/') || target.startsWith(`${origin}/`)
  if (!local || TREACHEROUS.test(target) || !URL.canParse(target, origin)) return origin
  const url = new URL(target, origin)
  const path = url.pathname + url.search + url.hash
  return url.origin === origin && !path.startsWith('//') ? origin + path : origin
}
