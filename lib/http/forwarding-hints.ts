import 'server-only'
import type { IncomingMessage } from 'node:http'
import { log } from '#lib/log.ts'
import type { Env } from '#lib/settings/env.ts'
import { isProxy } from '#lib/settings/network-settings.ts'
import { singleton } from '#lib/singleton.ts'
import { getPeerAddress } from './client-address.ts'
import { isHealth } from './desk-path.ts'

/**
 * What does not fit together between `TRUST_PROXY` and the proxy: `untrusted`, somebody whom it does not name sends
 * `X-Forwarded-For`; `missing`, the proxy that it names never does. Either way people count as one.
 */
type ForwardingHint = { problem: 'untrusted'; address: string } | { problem: 'missing' }

type Seen = { withHeader: boolean; without: number; hints: ForwardingHint[] }

/** Somebody may ask the desk from its own machine now and then; so many requests are the proxy's. */
const WITHOUT_MAX = 100

/** Looks at each request before its headers are taken away, and tells the log about each problem once. */
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

/** For the administrators, until the desk starts again with other settings. */
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
