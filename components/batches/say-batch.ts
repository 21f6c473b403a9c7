import type { Batch } from '#lib/batches/contract.ts'
import type { BatchTexts } from './use-start-batch.ts'

type Said = Pick<Batch, 'action' | 'undoes'>

/** "Change the language", "Delete people": what a batch is about. */
export function sayBatch({ action, undoes }: Said, t: BatchTexts): string {
  return t(`kinds.${undoes === null ? action : 'undo'}`)
}

/** What has become of it, in one sentence: how many were changed, and how many had the language before. */
export function sayEnd(
  { action, undoes, done, already, locale }: Said & Pick<Batch, 'done' | 'already' | 'locale'>,
  t: BatchTexts,
): string {
  const language = t(`languages.${locale ?? 'none'}`)
  return t(`ended.${undoes === null ? action : 'undo'}`, { count: done - already, already, language })
}
