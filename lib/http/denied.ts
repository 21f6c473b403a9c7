import 'server-only'
import type { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { singleton } from '#lib/singleton.ts'
import { getRequestId } from './request-id.ts'

const WINDOW_MS = 60_000
const DENIALS = new Set([401, 403])

/**
 * Notes in the log that somebody was turned away. The first of a kind is a line of its own; how many more of that kind
 * came within the minute is one line at its end, so that nobody can fill the log from outside.
 */
export function noteDenied(error: DeskError, request: Request): void {
  if (!DENIALS.has(error.status)) return
  const counts = singleton('denied', () => new Map<string, number>())
  const { code } = error
  const before = counts.get(code)
  counts.set(code, (before ?? 0) + 1)
  if (before !== undefined) return
  log('warn', 'denied', {
    kind: 'security',
    code,
    method: request.method,
    path: new URL(request.url).pathname,
    request: getRequestId(request),
  })
  setTimeout(() => {
    const more = (counts.get(code) ?? 1) - 1
    counts.delete(code)
    if (more > 0) log('warn', 'denied', { kind: 'security', code, more })
  }, WINDOW_MS).unref()
}
