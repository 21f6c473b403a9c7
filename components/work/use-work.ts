'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { sinceBegun, WORK_KEY } from '#components/jobs/work.ts'
import { isLastWord } from '#lib/errors.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import type { WorkItem } from '#lib/work/contract.ts'
import { isUnderWay, type WorkMeasure } from '#lib/work/measure-work.ts'

const POLL_MS = 1_000
/** A pause outlasts many polls. */
const POLL_PAUSED_MS = 3_000
/** Nobody shall wait for a look at what is about to end. */
const POLL_NEAR_MS = 100
/** Of the time that is left, so much goes by until the next look. */
const POLL_SHARE = 1 / 20

/**
 * What this person has under way and what has lately ended, begun in this tab, in another one or before a reload. Asked for
 * once when the server knew of something (`known`), again and again while something is under way, and whenever the person
 * comes back to this tab. The code for it comes only then.
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
      (await import('./look-at-work.ts')).lookAtWork({
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
    refetchInterval: ({ state: { data = [], error } }) => {
      const running = data.filter(isUnderWay)
      if (isLastWord(error) || running.length === 0) return false
      return toPoll(running)
    },
    refetchIntervalInBackground: true,
  })
}

/** Milliseconds to the next look: few when the end is near or something has just begun, because what is kept is ready at once. */
function toPoll(running: readonly WorkItem[]): number {
  const moving = running.filter(({ job }) => job.state !== 'paused')
  if (moving.length === 0) return POLL_PAUSED_MS
  const etas = moving.map(({ job }) => job.eta_seconds ?? Number.POSITIVE_INFINITY)
  const soonest = Math.min(sinceBegun() / 3, Math.min(...etas) * 1000 * POLL_SHARE)
  return Math.min(POLL_MS, Math.max(POLL_NEAR_MS, soonest))
}
