import { paths } from '#lib/paths.ts'

const HERE = 'http://desk.invalid'

/** Where to go after signing in or connecting: a path of this desk, and nothing that a foreign link could smuggle in. */
export function toLocalPath(returnTo: string | undefined): string {
  if (!returnTo?.startsWith('/') || !URL.canParse(returnTo, HERE)) return paths.projects()
  const url = new URL(returnTo, HERE)
  const path = url.pathname + url.search + url.hash
  // `/.//elsewhere` is a path of the desk for the parser, but `//elsewhere`, which it becomes, is another host.
  return url.origin === HERE && !path.startsWith('//') ? path : paths.projects()
}
