import 'server-only'
import type { IncomingMessage } from 'node:http'
import { log } from '#lib/log.ts'
import type { Env } from '#lib/settings/env.ts'
import { isProxy } from '#lib/settings/network-settings.ts'
import { singleton } from '#lib/singleton.ts'
import { getPeerAddress } from './client-address.ts'
import { isHealth } from './desk-path.ts'

/**
 * A mismatch between `TRUST_PROXY` and the proxy. `untrusted`: an address that it does not name sends
 * `X-Forwarded-For`. `missing`: the proxy that it names never sends it. In both cases all users count as one client.
 */
type ForwardingHint = { problem: 'untrusted'; address: string } | { problem: 'missing' }

type Seen = { withHeader: boolean; without: number; hints: ForwardingHint[] }

/** A few requests may come directly from the desk's own machine; this many come from the proxy. */
const WITHOUT_MAX = 100

/** Checks each request before its headers are removed, and logs each problem once. */
export function noteForwarding(request: IncomingMessage, { practice, trustedProxies }: Env): void {
  if (practice || isHealth(request.url ?? '')) return
  const seen = getSeen()
  const address = getPeerAddress(request)
  const forwarded = request.headers['x-forwarded-for'] !== undefined
  if (!isProxy(address, trustedProxies)) {
    if (forwarded) tell(seen, { problem: 'untrusted', address })
  } else if (forwarded) {
    seen.withHeader = true
    seen.hints = seen.hints.filter(({ problem }) => problem !== 'missing')
  } else if (!seen.withHeader) {
    seen.without += 1
    if (seen.without === WITHOUT_MAX) tell(seen, { problem: 'missing' })
  }
}

/** Returns the mismatches for administrators; they last until the desk restarts with other settings. */
export function listForwardingHints(): ForwardingHint[] {
  return getSeen().hints
}

function tell({ hints }: Seen, hint: ForwardingHint): void {
  if (hints.some(({ problem }) => problem === hint.problem)) return
  hints.push(hint)
  log('warn', `forwarded_for_${hint.problem}`, { setting: 'TRUST_PROXY' })
}

function getSeen(): Seen {
  return singleton('forwarding', () => ({ withHeader: false, without: 0, hints: [] }))
}
