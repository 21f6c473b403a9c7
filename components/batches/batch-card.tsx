'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { CloseIcon } from '#components/ui/icons.ts'
import { moveFocus } from '#components/ui/move-focus.ts'
import { DeskError, toDeskError } from '#lib/errors.ts'
import { BatchEnded } from './batch-ended.tsx'
import { BatchResults } from './batch-results.tsx'
import { BatchRunning } from './batch-running.tsx'
import type { RunningBatch } from './running-batch-schema.ts'
import { dismissBatch } from './running-batches.ts'
import { isOver, useBatch } from './use-batch.ts'

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
    <article
      aria-label={t('card', { project: running.project })}
      className="pointer-events-auto grid animate-settle gap-2.5 rounded-lg border border-line bg-panel p-4 shadow-high"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 truncate pt-0.5 font-medium text-muted text-sm">{running.project}</p>
        {over && (
          <IconButton small label={t('dismiss')} className="-me-1.5 -mt-0.5" onClick={dismiss}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
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
    </article>
  )
}
