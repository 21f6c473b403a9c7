'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { Moment } from '#components/page/moment.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { paths } from '#lib/address/paths.ts'
import { type Delivery, type DeliveryRun, deliveryRunListResponse } from '#lib/deliveries/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { RunState } from './run-state.tsx'
import { sayCounts, sayWhy } from './say.ts'

/** Earlier runs, newest first; the last one stands above. */
export function RunList({ delivery: { id, last_run } }: { delivery: Delivery }) {
  const t = useTranslations('deliveries')
  const { data = [] } = useQuery({
    queryKey: ['delivery-runs', id, last_run?.id, last_run?.state],
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.deliveryRuns(id), deliveryRunListResponse, { signal })).data,
  })
  const earlier = data.filter(run => run.id !== last_run?.id)
  if (earlier.length === 0) return null
  return (
    <Panel>
      <section aria-labelledby="runs" className="px-4 py-4">
        <h2 id="runs" className="text-lg">
          {t('runs.title')}
        </h2>
        <ul className="mt-2 grid">
          {earlier.map(run => (
            <li
              key={run.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-t py-2.5 first:border-t-0"
            >
              <RunState of={run} />
              <span className="min-w-0 grow basis-60 text-muted text-sm">{toFacts(run).join(' · ')}</span>
              <Moment at={run.ended_at ?? run.created_at} />
            </li>
          ))}
        </ul>
      </section>
    </Panel>
  )

  function toFacts(run: DeliveryRun): string[] {
    if (run.state === 'failed') return [sayWhy(run.error, t)]
    const counts = sayCounts(run, t)
    return run.state === 'done' && run.total === 0 ? [t('result.nothing')] : counts
  }
}
