import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { getEnv } from '#lib/settings/env.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site has caused (`foreign_origin`). The browser's own word counts: `Sec-Fetch-Site`, or, from
 * browsers without it and on plain http, `Origin`. A write needs in addition the header `x-csrf: 1`, which no form and
 * no foreign script can send without our consent. A read needs less, because the address bar and older browsers say
 * nothing; but nobody else's page may spend our calls to the service or fetch photos and archives.
 * See docs/decisions/005-guards-on-every-page-and-handler.md.
 */
export function requireSameOrigin(request: Request): void {
  const allowed = SAFE_METHODS.has(request.method) ? isOwnRead(request) : isOwnWrite(request)
  if (!allowed) throw new DeskError('foreign_origin')
}

function isOwnWrite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  const ours = site === null ? headers.get('origin') === getEnv().appOrigin : site === 'same-origin'
  return ours && headers.get('x-csrf') === '1'
}

function isOwnRead({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  return origin === null || origin === getEnv().appOrigin
}
