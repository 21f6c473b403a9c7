'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { asksByItself } from '#components/page/asks-by-itself.ts'
import { Moment } from '#components/page/moment.tsx'
import { ReadAgain } from '#components/page/read-again.tsx'
import { toShown } from '#components/page/to-shown.ts'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { paths } from '#lib/address/paths.ts'
import { type Delivery, type DeliveryRun, deliveryRunListResponse } from '#lib/deliveries/contract.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { formatCounts, formatFailure } from './format.ts'
import { RunItems } from './run-items.tsx'
import { RunState } from './run-state.tsx'
import { runsKey } from './use-delivery.ts'

/** Earlier runs, newest first, each with its employees on request; the last run is shown above. */
export function RunList({ delivery: { id, last_run } }: { delivery: Delivery }) {
  const t = useTranslations('deliveries')
  const read = useQuery({
    queryKey: runsKey(id),
    queryFn: async query => {
      const request = { signal: query.signal, background: asksByItself(query) }
      return (await deskRequest(paths.api.deliveryRuns(id), deliveryRunListResponse, request)).data
    },
  })
  const format = useFormatter()
  const [shownId, setShown] = useState<string | null>(null)
  const earlier = (toShown(read) ?? []).filter(run => run.id !== last_run?.id)
  if (earlier.length === 0 && !read.error) return null
  return (
    <Panel>
      <section aria-labelledby="runs" className="px-4 py-4">
        <h2 id="runs" className="text-lg">
          {t('runs.title')}
        </h2>
        <ReadAgain of={read} className="mt-2" />
        <ul className="mt-2 grid empty:hidden">
          {earlier.map(run => (
            <li key={run.id} className="border-line border-t first:border-t-0">
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
                <RunState of={run} />
                <span className="min-w-0 grow basis-60 text-muted text-sm">{toFacts(run).join(' · ')}</span>
                {run.total + run.counts.cannot.total > 0 && (
                  <Button
                    size="small"
                    aria-expanded={shownId === run.id}
                    onClick={() => setShown(shownId === run.id ? null : run.id)}
                  >
                    {shownId === run.id ? t('runs.hide') : t('runs.show')}
                  </Button>
                )}
                <Moment at={run.ended_at ?? run.created_at} />
              </div>
              {shownId === run.id && <RunItems run={run} title={toTitle(run)} />}
            </li>
          ))}
        </ul>
      </section>
    </Panel>
  )

  function toTitle({ ended_at, created_at }: DeliveryRun): string {
    return t('items.titleOf', { moment: format.dateTime(new Date(ended_at ?? created_at), 'moment') })
  }

  function toFacts(run: DeliveryRun): string[] {
    if (run.state === 'failed') return [formatFailure(run, t)]
    const counts = formatCounts(run, t)
    return run.state === 'done' && run.total === 0 ? [t('result.nothing')] : counts
  }
}
