import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { getEnv } from '#lib/settings/env.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a request that another site caused (`foreign_origin`). The browser's own header counts: `Sec-Fetch-Site`, or
 * `Origin` from browsers without it and on plain http. A write also needs the header `x-csrf: 1`, which no form and no
 * foreign script can send without our consent. A read needs less, because the address bar and older browsers send
 * neither. Even so, pages of other sites must not spend our calls to the service or fetch photos and archives. See
 * docs/decisions/005-guards-on-every-page-and-handler.md.
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
