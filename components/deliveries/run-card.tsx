'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { Moment } from '#components/page/moment.tsx'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import { announce } from '#components/ui/announce.tsx'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Progress } from '#components/ui/progress.tsx'
import type { Delivery, DeliveryRun } from '#lib/deliveries/contract.ts'
import { REPLACES, REPLACES_PHOTO } from '#lib/deliveries/reasons.ts'
import { formatCounts, formatFailure, formatReason, formatRunProblem } from './format.ts'
import { OwnPhotosQuestion } from './own-photos.tsx'
import { RunItems } from './run-items.tsx'
import { RunState } from './run-state.tsx'
import { useRun } from './use-delivery.ts'

type RunCardProps = { delivery: Delivery; run: DeliveryRun; mayRun: boolean }

/** The last run: its plan while it waits for review, its progress, or its result; and its employees. */
export function RunCard({ delivery, run, mayRun }: RunCardProps) {
  const t = useTranslations('deliveries')
  const counts = formatCounts(run, t)
  const { state, review, unreadable, started_by, confirmed_by, ended_at, created_at } = run
  const hasPeople = run.planned_at !== null && run.total + run.counts.cannot.total > 0
  return (
    <Panel>
      <section data-follows aria-labelledby="last-run" className="grid gap-3 px-4 py-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id="last-run" className="text-lg">
            {state === 'review' ? t('review.title') : t('columns.last')}
          </h2>
          <RunState of={run} />
        </div>
        {state === 'review' && review && (
          <p className="max-w-2xl">
            {review === 'first' && delivery.schedule.kind === 'by_hand'
              ? t('review.firstByHand')
              : t(`review.${review}`, { percent: delivery.removals_percent })}
          </p>
        )}
        {counts.length > 0 && (
          <p className="font-medium tabular-nums" data-testid="run-counts">
            {counts.join(' · ')}
          </p>
        )}
        <Reasons of={run} />
        <Replaced by={run} />
        {state === 'done' && run.total === 0 && <p>{t('result.nothing')}</p>}
        {unreadable > 0 && <p className="text-warning">{t('counts.unreadable', { count: unreadable })}</p>}
        <UnderWay run={run} />
        {state === 'failed' && <Alert tone="danger">{formatFailure(run, t)}</Alert>}
        <p className="flex flex-wrap gap-x-3 text-muted text-sm">
          <span>{started_by ? t('startedBy', { email: started_by }) : t('startedBySchedule')}</span>
          {confirmed_by && <span>{t('confirmedBy', { email: confirmed_by })}</span>}
          <Moment at={ended_at ?? created_at} />
        </p>
        {mayRun && <RunActions delivery={delivery} run={run} />}
      </section>
      {hasPeople && <RunItems run={run} title={t('items.title')} mayDecide={mayRun} />}
    </Panel>
  )
}

/**
 * Reasons for removals, for photos that cannot be delivered, and notes on new ones; each with a count, above the list
 * of employees.
 */
function Reasons({ of: { reasons } }: { of: DeliveryRun }) {
  const t = useTranslations('deliveries')
  // A change is its own reason, and replaced files of others have their own notice below.
  const told = reasons.filter(
    ({ action, reason }) => action !== 'change' && reason !== REPLACES && reason !== REPLACES_PHOTO,
  )
  if (told.length === 0) return null
  return (
    <ul className="text-muted text-sm tabular-nums">
      {told.map(({ action, reason, count }) => (
        <li key={`${action} ${reason}`}>{t('counts.because', { count, why: formatReason(reason, t) })}</li>
      ))}
    </ul>
  )
}

/** Warns that confirming the run overwrites files of others; the list of reasons alone is not enough. */
function Replaced({ by: { state, reasons } }: { by: DeliveryRun }) {
  const t = useTranslations('deliveries')
  const count = reasons.find(({ reason }) => reason === REPLACES)?.count ?? 0
  if (state !== 'review' || count === 0) return null
  return <Alert tone="warning">{t('review.replaces', { count })}</Alert>
}

/** Progress of the run, and its problems. */
function UnderWay({ run }: { run: DeliveryRun }) {
  const t = useTranslations('deliveries')
  const format = useFormatter()
  const { state, pause_reason, trouble, total, done, failed, planned_at, eta_seconds: eta } = run
  if (state !== 'running' && state !== 'paused') return null
  return (
    <>
      <Progress label={t('states.running')} value={done + failed} max={planned_at === null ? null : total} />
      {planned_at !== null && (
        <p className="text-sm tabular-nums">
          {t('progress', { done: done + failed, total })}
          {eta !== null && eta > 0 && ` · ${t('remaining', { minutes: Math.round(eta / 60) })}`}
        </p>
      )}
      {state === 'paused' && pause_reason && <Alert tone="warning">{t(`pauses.${pause_reason}`)}</Alert>}
      {trouble && (
        <Alert tone="warning">
          {t('againAt', {
            why: formatRunProblem(trouble.code, t),
            moment: format.dateTime(new Date(trouble.again_at), 'moment'),
          })}
        </Alert>
      )}
    </>
  )
}

function RunActions({ delivery, run }: Omit<RunCardProps, 'mayRun'>) {
  const t = useTranslations('deliveries')
  const sentence = useErrorSentence()
  const hydrated = useHydrated()
  const { confirm, cancel, isPending, error } = useRun(delivery)
  const { state } = run
  if (state !== 'review' && state !== 'running' && state !== 'paused') return null

  async function go() {
    await confirm(run)
    announce(t('review.confirmed'))
  }
  async function leave() {
    await cancel(run)
    announce(t('review.cancelled'))
  }
  return (
    <>
      {error && (
        <Alert tone="danger" live>
          {sentence(error)}
        </Alert>
      )}
      <OwnPhotosQuestion delivery={delivery} run={run} />
      <div className="flex flex-wrap gap-2">
        {state === 'review' && (
          <Button
            variant="primary"
            ownPress
            busy={isPending}
            disabled={!hydrated}
            onClick={() => void go().catch(() => {})}
          >
            {t('review.confirm')}
          </Button>
        )}
        <Button ownPress busy={isPending} disabled={!hydrated} onClick={() => void leave().catch(() => {})}>
          {state === 'review' ? t('review.cancel') : t('cancelRun')}
        </Button>
      </div>
    </>
  )
}
