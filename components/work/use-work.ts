'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { WORK_KEY } from '#components/jobs/work.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import type { WorkMeasure } from '#lib/work/measure-work.ts'
import { toNextLook } from './next-look.ts'

/**
 * The user's running and recently ended work, started in this tab, in another one or before a reload. Read once if
 * the server knew of work (`known`), polled while work is running, and read whenever the user returns to this tab.
 * Its code loads only then.
 */
export function useWork(known: WorkMeasure) {
  const queries = useQueryClient()
  const t = useTranslations('work')
  const exports = useTranslations('exports.card')
  const batches = useTranslations('batches')
  const deliveries = useTranslations('deliveryNews.work')
  const errors = useTranslations('errors')
  const locale = useLocale()
  return useQuery({
    queryKey: WORK_KEY,
    queryFn: async ({ signal }) =>
      (await import('./poll-work.ts')).pollWork({
        queries,
        t,
        exports,
        batches,
        deliveries,
        errors,
        locale,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    ...(known.running + known.ended === 0 && { initialData: [] }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => toNextLook(state, known),
    refetchIntervalInBackground: true,
  })
}
