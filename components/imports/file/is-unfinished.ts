import type { Import } from '#lib/contracts/imports.ts'

/**
 * True for an import that can continue. Another user's draft does not count; their running import does. A finished
 * import counts while rows may still be sent; rows left out on purpose do not count if it ran to its end.
 */
export function isUnfinished(of: Import): boolean {
  if (of.state === 'sending' || of.state === 'paused') return true
  return of.mine && (of.state === 'draft' || of.counts.left > 0)
}
