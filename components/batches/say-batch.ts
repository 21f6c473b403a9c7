import type { Batch } from '#lib/batches/contract.ts'
import type { BatchTexts } from './use-start-batch.ts'

type Said = Pick<Batch, 'action' | 'undoes'>

/** "Change the language", "Delete people": what a batch is about. */
export function sayBatch({ action, undoes }: Said, t: BatchTexts): string {
  return t(`kinds.${undoes === null ? action : 'undo'}`)
}

/**
 * What has become of it, in one sentence: how many were changed, and how many had the language before. Whoever was deleted alone is
 * called by name, for as long as it is known.
 */
export function sayEnd(
  { action, undoes, total, done, already, locale, results }: Batch,
  t: BatchTexts,
): string {
  const [one] = results
  if (action === 'delete' && total === 1 && done === 1 && one?.name)
    return t('deletedOne', { person: one.name })
  const language = t(`languages.${locale ?? 'none'}`)
  return t(`ended.${undoes === null ? action : 'undo'}`, { count: done - already, already, language })
}
