import 'server-only'
import type { Env } from '#lib/settings/env.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a request names this desk. Another site can point its own name at our address (DNS rebinding), and its pages
 * would then be "same origin" with us: practice mode answers to the names of this machine only, any other desk to the
 * name in `APP_URL`. The port does not count, because a proxy in front may have another one.
 */
export function isOwnHost(host: string | undefined, { practice, appUrl }: Env): boolean {
  const name = toHostName(host)
  if (name === null) return false
  return name === new URL(appUrl).hostname || (practice && LOOPBACK.has(name))
}

function toHostName(host: string | undefined): string | null {
  if (!host || !/^[\w.:[\]-]+$/.test(host)) return null
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') ?? null
}
