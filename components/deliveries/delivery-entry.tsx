'use client'

import { useTranslations } from 'use-intl/react'
import { Icon } from '#components/ui/icon.ts'
import { CheckCircleIcon, EyeIcon, PauseIcon, WarningIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { paths } from '#lib/address/paths.ts'
import type { DeliveryRun } from '#lib/deliveries/contract.ts'
import { formatRunEnd } from './format-run-end.ts'

/** One run of a delivery: its progress, a pending decision, or its result. Its own page shows the details. */
export function DeliveryEntry({ of: run, onLeave }: { of: DeliveryRun; onLeave: () => void }) {
  const t = useTranslations('deliveryNews.work')
  const { delivery_id, state, planned_at, total, done, failed } = run
  const isMoving = state === 'running' || state === 'paused'
  return (
    <>
      {isMoving && (
        <>
          <Progress label={t('title')} value={done + failed} max={planned_at === null ? null : total} />
          <p className="flex items-center gap-2 text-sm tabular-nums">
            {(state === 'paused' || run.trouble) && <Icon of={PauseIcon} className="size-4 text-warning" />}
            {t('progress', { done: done + failed, total })}
          </p>
        </>
      )}
      {!isMoving && (
        <p className="flex items-center gap-2 font-medium">
          {state === 'review' && <Icon of={EyeIcon} className="size-4 text-warning" />}
          {state === 'done' && failed === 0 && <Icon of={CheckCircleIcon} className="size-4 text-positive" />}
          {(state === 'failed' || (state === 'done' && failed > 0)) && (
            <Icon of={WarningIcon} className="size-4 text-warning" />
          )}
          {formatRunEnd(run, t)}
        </p>
      )}
      <p className="text-sm">
        <Link
          href={paths.delivery(delivery_id)}
          onClick={onLeave}
          className="rounded-sm text-accent-text underline underline-offset-2"
        >
          {t('show')}
        </Link>
      </p>
    </>
  )
}
