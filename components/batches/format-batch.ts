import type { Batch } from '#lib/batches/contract.ts'
import type { BatchTexts } from './use-start-batch.ts'

type Described = Pick<Batch, 'action' | 'undoes'>

/** Returns the subject of a batch: "Change the language", "Delete people". */
export function formatBatch({ action, undoes }: Described, t: BatchTexts): string {
  return t(`kinds.${undoes === null ? action : 'undo'}`)
}

/**
 * Returns the result in one sentence: the number of changed employees, and of those who had the language before. A
 * single deleted employee is named, as long as the name is known.
 */
export function formatEnd(
  { action, undoes, total, done, already, locale, results }: Batch,
  t: BatchTexts,
): string {
  const [one] = results
  if (action === 'delete' && total === 1 && done === 1 && one?.name)
    return t('deletedOne', { person: one.name })
  const language = t(`languages.${locale ?? 'none'}`)
  return t(`ended.${undoes === null ? action : 'undo'}`, { count: done - already, already, language })
}
