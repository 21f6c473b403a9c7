'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { JobProgress } from '#components/jobs/job-progress.tsx'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CheckCircleIcon, PauseIcon, UndoIcon, WarningIcon } from '#components/ui/icons.ts'
import type { Batch } from '#lib/batches/contract.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'
import { formatEnd } from './format-batch.ts'
import { countRepeatable, toRepeat } from './to-repeat.ts'
import { batchQuery, useCancelBatch } from './use-batch.ts'
import { startBatch, useStartBatch } from './use-start-batch.ts'

type BatchEntryProps = {
  of: Batch
  /** Batches that have undone some of it. */
  undos: readonly Batch[]
  /** Opens the list of results by employee. */
  onList: () => void
}

/** One bulk change, from its start to its result. */
export function BatchEntry({ of: batch, ...rest }: BatchEntryProps) {
  return isFinished(batch) ? <BatchEnded of={batch} {...rest} /> : <BatchRunning of={batch} />
}

/** "5 of 12 · 1 failed · less than a minute left". */
function BatchRunning({ of: batch }: { of: Batch }) {
  const t = useTranslations('batches')
  const { id, total, done, failed, state, eta_seconds: eta, pause_reason: reason } = batch
  const cancel = useCancelBatch(id)
  const facts = [
    t('progress', { done, total }),
    failed > 0 && t('failed', { count: failed }),
    state === 'running' && eta !== null && t('remaining', { minutes: Math.round(eta / 60) }),
  ]
  return (
    <JobProgress
      label={t('progressLabel')}
      done={done + failed}
      total={total}
      facts={facts}
      cancel={cancel}
      cancelLabel={t('cancel')}
    >
      {state === 'paused' && (
        <p className="flex gap-2 text-sm">
          <Icon of={PauseIcon} className="mt-0.5 size-4 shrink-0 text-warning" />
          {t(`pauses.${reason ?? 'service_unreachable'}`)}
        </p>
      )}
    </JobProgress>
  )
}

/** Numbers of changed and failed employees; the list names them. Offers undo and retry. */
function BatchEnded({ of: batch, undos, onList }: BatchEntryProps) {
  const t = useTranslations('batches')
  const sentence = useErrorSentence()
  const undo = useStartBatch()
  const again = useRepeatBatch(batch)
  const { id, state, total, done, failed, undoable } = batch
  const repeatable = countRepeatable(batch)
  const problem = undo.error ?? again.error
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        {done === total ? (
          <Icon of={CheckCircleIcon} className="size-4 text-positive" />
        ) : (
          <Icon of={WarningIcon} className="size-4 text-warning" />
        )}
        {formatEnd(batch, t)}
      </p>
      {failed > 0 && <p className="text-sm">{t('failed', { count: failed })}</p>}
      {state === 'cancelled' && (
        <p className="text-muted text-sm">{t('cancelled', { count: total - done - failed })}</p>
      )}
      {undos.map(undo => (
        <p key={undo.id} className="text-sm">
          {formatEnd(undo, t)}
        </p>
      ))}
      <div className="flex flex-wrap gap-1.5">
        {undoable > 0 && (
          <Button
            size="small"
            busy={undo.isPending}
            onClick={() => undo.mutate({ action: 'undo', batch_id: id })}
          >
            <Icon of={UndoIcon} />
            {t('undo')}
          </Button>
        )}
        {repeatable > 0 && (
          <Button size="small" busy={again.isPending} onClick={() => again.mutate()}>
            {t('again', { count: repeatable })}
          </Button>
        )}
        <Button size="small" aria-haspopup="dialog" onClick={onList}>
          {t('show')}
        </Button>
      </div>
      {problem && <LiveText className="text-danger text-sm">{sentence(problem)}</LiveText>}
    </>
  )
}

/** Reads the employees to retry, which only the full batch contains. */
function useRepeatBatch({ id }: Batch) {
  const t = useTranslations('batches')
  const queries = useQueryClient()
  return useMutation({
    async mutationFn() {
      const body = toRepeat(await queries.fetchQuery(batchQuery(id)))
      return body && startBatch(queries, { body, t })
    },
  })
}
