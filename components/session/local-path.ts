import { paths } from '#lib/paths.ts'

const HERE = 'http://desk.invalid'

/** Where to go after signing in: a path of this desk, and nothing that a foreign link could smuggle in. */
export function toLocalPath(returnTo: string | undefined): string {
  if (!returnTo?.startsWith('/') || !URL.canParse(returnTo, HERE)) return paths.projects()
  const url = new URL(returnTo, HERE)
  return url.origin === HERE ? url.pathname + url.search + url.hash : paths.projects()
}
