'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { photoDownloadsQuery } from '#components/employee-data/photo-places.ts'
import { Moment } from '#components/page/moment.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CheckIcon } from '#components/ui/icons.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { listSteps } from './list-steps.ts'

/** Progress of this employee, with the dates that the service returns. */
export function Timeline({ employee }: { employee: Employee }) {
  const t = useTranslations('person.timeline')
  const { data } = useQuery(photoDownloadsQuery(employee.id))
  return (
    <section aria-labelledby="timeline" className="grid gap-2">
      <h3 id="timeline" className="font-medium text-sm">
        {t('title')}
      </h3>
      <ol className="grid">
        {listSteps(employee, data?.added_at).map(({ name, at, done }) => (
          <li
            key={name}
            className="group relative flex items-center gap-3 pb-2.5 text-sm last:pb-0"
            data-done={done || undefined}
          >
            <span
              aria-hidden="true"
              className="absolute start-2 top-5 bottom-0 w-px bg-line [li:last-child>&]:hidden"
            />
            <span className="grid size-[1.0625rem] shrink-0 place-items-center rounded-full text-positive inset-ring inset-ring-line-strong group-data-done:bg-positive-soft group-data-done:inset-ring-0">
              {done && <Icon of={CheckIcon} className="size-3" />}
            </span>
            <span className="text-muted group-data-done:text-text">{t(`steps.${name}`)}</span>
            <span className="ms-auto text-muted">
              {at ? (
                <Moment at={at} />
              ) : (
                // The name of the step already says that a retake was requested; "done" would suggest that the new
                // photo has arrived.
                name !== 'retake' && <span className="sr-only">{t(done ? 'done' : 'open')}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
