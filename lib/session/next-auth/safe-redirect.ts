import 'server-only'
import { getLocalPath } from '#lib/address/local-path.ts'

/**
 * Where next-auth may send a browser: to an address of this desk, and to nothing that a foreign link could smuggle in.
 * Everything else becomes the front page.
 */
export function toOwnAddress(target: string, origin: string): string {
  const path = getLocalPath(target.startsWith(`${origin}/`) ? target.slice(origin.length) : target)
  return path === null ? origin : origin + path
}
