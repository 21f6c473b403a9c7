import { getLocalPath } from '#lib/address/local-path.ts'
import { paths } from '#lib/address/paths.ts'

/**
 * Returns the page to open after signing in or connecting: the projects, unless a path of this desk was requested.
 */
export function toLocalPath(returnTo: string | undefined): string {
  return getLocalPath(returnTo ?? '') ?? paths.projects()
}
