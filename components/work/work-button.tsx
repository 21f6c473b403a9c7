'use client'

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import { showWork, useWorkPanel } from '#components/jobs/work.ts'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CheckCircleIcon, WarningIcon } from '#components/ui/icons.ts'
import { Popover } from '#components/ui/popup/popover.tsx'
import { useOnceOpen } from '#components/ui/popup/use-once-open.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { toDeskError } from '#lib/errors.ts'
import { measureWork, type WorkMeasure } from '#lib/work/measure-work.ts'
import { useAskedWork } from './asked-work.ts'
import { TabTitle } from './tab-title.tsx'
import { useWork } from './use-work.ts'

const WorkPanel = lazy(loadWithRetry(() => import('./work-panel.tsx')))
const WorkQuestions = lazy(loadWithRetry(() => import('./work-questions.tsx')))

/** Reserves the button's width on wide screens, so that the links to the pages do not move when work starts. */
const PLACE = 'w-14 max-lg:hidden'
/** Next to the ring; inside it where there is no room. */
const NUMBER =
  'max-[24rem]:absolute max-[24rem]:inset-0 max-[24rem]:grid max-[24rem]:place-items-center max-[24rem]:text-xs'

/**
 * Number and progress of running jobs, in the header of every page; opens the panel. Shows what the server knew when
 * it rendered the page (`known`) until the first poll.
 */
export function WorkButton({ known }: { known: WorkMeasure }) {
  const t = useTranslations('work')
  const { data, error } = useWork(known)
  const open = useWorkPanel()
  const isAsked = useOnceOpen(useAskedWork() !== null)
  const measure = data ? measureWork(data) : known
  const { running, paused, ended, trouble, share } = measure
  const hasRun = useOnceOpen(running > 0)
  if (running + ended === 0) return <span className={PLACE} />
  const percent = share === null ? 0 : Math.floor(share * 100)
  const label =
    running > 0 ? t('running', { count: running, paused, percent }) : t(trouble ? 'endedBadly' : 'ended')
  return (
    <>
      <Popover
        title={t('label')}
        wide
        shown={{ open, onOpenChange: showWork }}
        button={button => (
          <Button
            id="work"
            variant="quiet"
            size="small"
            aria-label={label}
            title={label}
            className="relative h-8 gap-1 px-1.5 tabular-nums lg:min-w-14"
            {...button}
          >
            {running > 0 ? (
              <Ring measure={measure} />
            ) : trouble ? (
              <Icon of={WarningIcon} className="size-5 text-warning" />
            ) : (
              <Icon of={CheckCircleIcon} className="size-5" />
            )}
            {running > 0 && (
              <span aria-hidden="true" className={NUMBER}>
                {running}
              </span>
            )}
          </Button>
        )}
      >
        <Suspense fallback={<Skeleton className="h-4 w-2/3" />}>
          <WorkPanel items={data} problem={error && toDeskError(error)} />
        </Suspense>
      </Popover>
      {hasRun && <TabTitle measure={measure} />}
      {isAsked && (
        <Suspense>
          <WorkQuestions />
        </Suspense>
      )}
    </>
  )
}

/** Filled in proportion to the total progress; a quarter of it rotates while the total is unknown. */
function Ring({ measure: { running, paused, share } }: { measure: WorkMeasure }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className={share === null ? 'size-5 animate-spin' : 'size-5 -rotate-90'}
      fill="none"
      strokeWidth="3"
    >
      <circle cx="10" cy="10" r="8" className="stroke-line" />
      <circle
        cx="10"
        cy="10"
        r="8"
        pathLength="1"
        strokeDasharray="1"
        strokeDashoffset={1 - (share ?? 0.25)}
        className={running === paused ? 'stroke-warning' : 'stroke-accent transition-[stroke-dashoffset]'}
      />
    </svg>
  )
}
