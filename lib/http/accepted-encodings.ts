import 'server-only'
import type { IncomingMessage } from 'node:http'

/** The encodings that the client names; a weight of 0 means "not this" (RFC 9110, 12.5.3). */
export function acceptedEncodings({ headers }: Pick<IncomingMessage, 'headers'>): Set<string> {
  const names = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map(part => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0{0,3})?$/.test(weight ?? ''))
  return new Set(names.flatMap(([name]) => name ?? []))
}
