'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon, CheckCircleIcon, DashedCircleIcon } from '#components/ui/icons.ts'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { StatusMark } from '#components/ui/status-mark.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import type { Batch, BatchOutcome } from '#lib/batches/contract.ts'
import { isErrorCode } from '#lib/error-codes.ts'
import { formatEnd } from './format-batch.ts'
import { countRepeatable, toRepeat } from './to-repeat.ts'
import { batchQuery } from './use-batch.ts'
import { useStartBatch } from './use-start-batch.ts'

const looks = {
  failed: { tone: 'danger', Mark: AlertIcon },
  waiting: { tone: 'neutral', Mark: DashedCircleIcon },
  done: { tone: 'positive', Mark: CheckCircleIcon },
  already: { tone: 'neutral', Mark: CheckCircleIcon },
} as const satisfies Record<BatchOutcome, unknown>

const ORDER = ['failed', 'waiting', 'done', 'already'] as const satisfies BatchOutcome[]

type BatchResultsProps = {
  /** The batch as in the list of work, without employees. */
  batch: Batch
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Result for each employee, failures first; those can be retried. */
export function BatchResults({ batch: known, open, onOpenChange }: BatchResultsProps) {
  const t = useTranslations('batches')
  const sentence = useErrorSentence()
  const { data: batch = known, error, isPending } = useQuery({ ...batchQuery(known.id), enabled: open })
  const again = useStartBatch()
  const repeat = batch === known ? null : toRepeat(batch)

  function tryAgain() {
    if (repeat) again.mutate(repeat, { onSuccess: () => onOpenChange(false) })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      title={t('results', { count: batch.total })}
      description={formatEnd(batch, t)}
      footer={
        repeat && (
          <>
            <LiveText className="me-auto self-center text-danger text-sm">
              {again.error && sentence(again.error)}
            </LiveText>
            <Button busy={again.isPending} onClick={tryAgain}>
              {t('again', { count: countRepeatable(batch) })}
            </Button>
          </>
        )
      }
    >
      {error ? (
        <LiveText className="px-5 pb-5 text-danger">{sentence(error)}</LiveText>
      ) : isPending ? (
        <Skeleton className="mx-5 mb-5 h-4 w-2/3" />
      ) : (
        <BatchResultList batch={batch} />
      )}
    </Dialog>
  )
}

function BatchResultList({ batch: { action, undoes, results } }: { batch: Batch }) {
  const t = useTranslations('batches')
  const sentence = useTranslations('errors')
  return (
    <ul className="grid px-5 py-2">
      {results
        .toSorted((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome))
        .map(({ employee_id, name, mitarbeiternummer, outcome, error }) => {
          const { tone, Mark } = looks[outcome]
          return (
            <li
              key={employee_id}
              className="grid gap-x-4 border-line border-b py-2 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
            >
              <p className="break-words">
                <UserText>{name || t('nameless')}</UserText>{' '}
                <span className="text-muted text-sm tabular-nums">
                  <UserText>{mitarbeiternummer}</UserText>
                </span>
              </p>
              <div>
                <StatusMark tone={tone} mark={<Icon of={Mark} />}>
                  {t(`outcomes.${outcome !== 'done' ? outcome : undoes === null ? action : 'undo'}`)}
                </StatusMark>
                {error && (
                  <p className="text-muted text-sm">{sentence(isErrorCode(error) ? error : 'internal')}</p>
                )}
              </div>
            </li>
          )
        })}
    </ul>
  )
}
