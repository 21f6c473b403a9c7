import type { useTranslations } from 'use-intl/react'
import type { DeliveryRun } from '#lib/deliveries/contract.ts'

export type DeliveryNewsTexts = ReturnType<typeof useTranslations<'deliveryNews.work'>>

/** Returns the end of a run as one sentence, or that it waits for review. */
export function formatRunEnd({ state, delivery: name }: DeliveryRun, t: DeliveryNewsTexts): string {
  if (state === 'review') return t('review', { name })
  return t(`told.${state === 'failed' || state === 'cancelled' ? state : 'done'}`, { name })
}
