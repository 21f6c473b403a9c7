import type { Batch, BatchRequest } from '#lib/batches/contract.ts'

/**
 * Returns a request that repeats the change for all failed employees; null when it succeeded for all. Includes
 * employees who were not tried because the batch was cancelled, except for a deletion: that was cancelled on purpose.
 * Excludes deleted employees, for whose records it would always fail. The rest of an undo can be repeated from the
 * original change.
 */
export function toRepeat(batch: Batch): BatchRequest | null {
  const { action, locale, project_id, results } = batch
  if (countRepeatable(batch) === 0) return null
  const employee_ids = results
    .filter(({ outcome, error }) =>
      outcome === 'failed' ? error !== 'not_found' : outcome === 'waiting' && action === 'locale',
    )
    .map(({ employee_id }) => employee_id)
  return action === 'delete'
    ? { action, project_id, employee_ids }
    : { action, project_id, employee_ids, locale }
}

export function countRepeatable({ action, undoes, total, done, failed, gone }: Batch): number {
  if (undoes !== null) return 0
  return (action === 'delete' ? failed : total - done) - gone
}
