'use client'

import { useTranslations } from 'use-intl/react'
import { CheckCircleIcon, WarningIcon } from '#components/ui/icons.ts'
import type { Batch } from '#lib/batches/contract.ts'

/** How many, and how many not: the list says who. */
export function BatchEnded({ batch: { action, state, total, done, failed } }: { batch: Batch }) {
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
