'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { WorkCard } from '#components/shell/work-card.tsx'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button } from '#components/ui/button.tsx'
import { CheckCircleIcon, WarningIcon } from '#components/ui/icons.ts'
import type { Batch } from '#lib/batches/contract.ts'
import { DeskError, toDeskError } from '#lib/errors.ts'
import { isOver } from '#lib/jobs/is-over.ts'
import { BatchResults } from './batch-results.tsx'
import { BatchRunning } from './batch-running.tsx'
import type { RunningBatch } from './running-batch-schema.ts'
import { dismissBatch } from './running-batches.ts'
import { useBatch } from './use-batch.ts'

/** One change to many people, from its start to its list of results. */
export default function BatchCard({ running }: { running: RunningBatch }) {
  const t = useTranslations('batches')
  const sentence = useTranslations('errors')
  const [listing, setListing] = useState(false)
  const { data, error } = useBatch(running.id)
  const lost = error instanceof DeskError && error.code === 'desk_unreachable'
  const problem = error && !lost ? toDeskError(error) : null
  const over = problem !== null || (data !== undefined && isOver(data))

  function dismiss() {
    moveFocus('h1')
    dismissBatch(running.id)
  }

  return (
    <WorkCard
      label={t('card', { project: running.project })}
      project={running.project}
      dismiss={over ? { label: t('dismiss'), onDismiss: dismiss } : null}
    >
      {problem ? (
        <p role="alert">{problem.code === 'not_found' ? t('gone') : sentence(problem.code)}</p>
      ) : data && isOver(data) ? (
        <BatchEnded batch={data} />
      ) : (
        <BatchRunning id={running.id} batch={data} lost={lost} />
      )}
      {over && data && (
        <Button
          size="small"
          className="justify-self-start"
          aria-haspopup="dialog"
          onClick={() => setListing(true)}
        >
          {t('show')}
        </Button>
      )}
      {data && (
        <BatchResults batch={data} project={running.project} open={listing} onOpenChange={setListing} />
      )}
    </WorkCard>
  )
}

/** How many, and how many not: the list says who. */
function BatchEnded({ batch: { action, state, total, done, failed } }: { batch: Batch }) {
  const t = useTranslations('batches')
  const waiting = total - done - failed
  return (
    <div role="status" className="grid gap-1">
      <p className="flex items-center gap-2 font-medium">
        {done === total ? (
          <CheckCircleIcon className="size-4 text-positive" />
        ) : (
          <WarningIcon className="size-4 text-warning" />
        )}
        {t(`ended.${action}`, { count: done })}
      </p>
      {failed > 0 && <p className="text-sm">{t('failed', { count: failed })}</p>}
      {state === 'cancelled' && <p className="text-muted text-sm">{t('cancelled', { count: waiting })}</p>}
    </div>
  )
}
