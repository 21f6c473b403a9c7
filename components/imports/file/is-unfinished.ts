import type { Import } from '#lib/contracts/imports.ts'

/**
 * Somebody else's draft is nobody's business; that they are sending at this moment is. What has ended counts as long as
 * somebody may want to send rows of it: of one that ran to its end not those that were left out on purpose.
 */
export function isUnfinished(of: Import): boolean {
  if (of.state === 'sending' || of.state === 'paused') return true
  return of.mine && (of.state === 'draft' || of.counts.left > 0)
}
