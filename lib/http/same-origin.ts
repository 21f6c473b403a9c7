import 'server-only'
import { getEnv } from '#lib/env.ts'
import { DeskError } from '#lib/errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes that another site could have caused (`foreign_origin`). A write needs the header `x-csrf: 1`, which
 * no form and no foreign script can send without our consent, and the browser's own word that it comes from us:
 * `Sec-Fetch-Site`, or, from browsers without it, `Origin`.
 */
export function requireSameOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return
  const site = request.headers.get('sec-fetch-site')
  const ours = site === null ? request.headers.get('origin') === getEnv().appUrl : site === 'same-origin'
  if (!ours || request.headers.get('x-csrf') !== '1') throw new DeskError('foreign_origin')
}
