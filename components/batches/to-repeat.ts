import type { Batch, BatchRequest } from '#lib/batches/contract.ts'

/** The same change to those for whom it did not work; null when it worked for all. */
export function toRepeat({ action, locale, project_id, results }: Batch): BatchRequest | null {
  const employee_ids = results
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ employee_id }) => employee_id)
  if (employee_ids.length === 0) return null
  return action === 'delete'
    ? { action, project_id, employee_ids }
    : { action, project_id, employee_ids, locale }
}
