import type { useTranslations } from 'use-intl/react'
import type { DeliveryRun } from '#lib/deliveries/contract.ts'

export type DeliveryNewsTexts = ReturnType<typeof useTranslations<'deliveryNews.work'>>

/** The end of a run in one sentence; one that waits for a reader says so. */
export function sayRunEnd({ state, delivery: name }: DeliveryRun, t: DeliveryNewsTexts): string {
  if (state === 'review') return t('review', { name })
  return t(`told.${state === 'failed' || state === 'cancelled' ? state : 'done'}`, { name })
}
