import type { Export } from './contract.ts'

/**
 * Whether of everybody in an export it is known what became of their photo. Of one that is ready it is not when "Download again" was
 * cancelled or failed: what it lacks is fetched before any of it goes out.
 */
export function isWhole({ total, done, failed }: Pick<Export, 'total' | 'done' | 'failed'>): boolean {
  return total === null || done + failed >= total
}

/**
 * How its preparing has ended, or stands. An archive that was ready before is so again when "Download again" is cancelled or fails:
 * here it is cancelled or failed all the same, until it has all its photos.
 */
export function toEnding(
  job: Pick<Export, 'state' | 'error' | 'total' | 'done' | 'failed'>,
): Export['state'] {
  if (job.state !== 'ready' || (job.error === null && isWhole(job))) return job.state
  return job.error === null ? 'cancelled' : 'failed'
}
