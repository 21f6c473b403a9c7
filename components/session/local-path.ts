import { getLocalPath } from '#lib/address/local-path.ts'
import { paths } from '#lib/address/paths.ts'

/** Where to go after signing in or connecting: to the projects, unless a path of this desk was asked for. */
export function toLocalPath(returnTo: string | undefined): string {
  return getLocalPath(returnTo ?? '') ?? paths.projects()
}
