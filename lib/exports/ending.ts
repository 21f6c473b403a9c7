import type { Export } from './contract.ts'

/**
 * True when every photo of an export is either fetched or failed. A ready export is not whole after a cancelled or
 * failed "Download again": its missing photos are fetched before any download.
 */
export function isWhole({ total, done, failed }: Pick<Export, 'total' | 'done' | 'failed'>): boolean {
  return total === null || done + failed >= total
}

/**
 * Returns the state to show. An archive that was ready stays `ready` when "Download again" is cancelled or fails; this
 * shows `cancelled` or `failed` until all photos are there.
 */
export function toEnding(
  job: Pick<Export, 'state' | 'error' | 'total' | 'done' | 'failed'>,
): Export['state'] {
  if (job.state !== 'ready' || (job.error === null && isWhole(job))) return job.state
  return job.error === null ? 'cancelled' : 'failed'
}
