import type { Batch, BatchRequest } from '#lib/batches/contract.ts'

/**
 * The same change to those for whom it did not work; null when it worked for all. Who was not even tried, because somebody
 * stopped it, belongs to them, but not where it deletes: that was stopped on purpose. Who is gone does not: that
 * would fail for ever. What an undo has left can be undone again where the change itself stands.
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
