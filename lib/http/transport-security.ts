import 'server-only'
import type { Env } from '#lib/settings/env.ts'

const YEAR_S = 365 * 24 * 60 * 60

/**
 * `Strict-Transport-Security`, or null where people open the desk without TLS. Neighbours under the desk's name may
 * still need plain http, so that they are included only when the operator says so (RFC 6797, 6.1.2).
 */
export function transportSecurity({ appUrl, hstsSubdomains }: Env): string | null {
  if (!appUrl.startsWith('https://')) return null
  const subdomains = hstsSubdomains === '0' ? '' : '; includeSubDomains'
  return `max-age=${2 * YEAR_S}${subdomains}${hstsSubdomains === 'preload' ? '; preload' : ''}`
}
