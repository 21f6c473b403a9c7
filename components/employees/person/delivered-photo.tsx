'use client'

import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl/react'
import { deliveredQuery } from '#components/employee-data/photo-places.ts'
import { ReadAgain } from '#components/page/read-again.tsx'
import { toShown } from '#components/page/to-shown.ts'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import { toStanding } from '#lib/deliveries/reasons.ts'

/** Shows where deliveries have put the photo, and which of them have removed it again. */
export function DeliveredPhoto({ employeeId }: { employeeId: number }) {
  const t = useTranslations('deliveryNews.person')
  const format = useFormatter()
  const where = useTranslations('person.where')
  const read = useQuery(deliveredQuery(employeeId))
  const data = toShown(read) ?? []
  if (data.length === 0 && !read.error) return null
  const toDay = (moment: string | null) => format.dateTime(new Date(moment ?? 0), 'day')
  return (
    <section aria-labelledby="delivered-photo" className="grid gap-2">
      <h3 id="delivered-photo" className="font-medium text-sm">
        {t('title')}
      </h3>
      <ReadAgain of={read}>{where('unknown')}</ReadAgain>
      <ul className="grid gap-2 text-sm empty:hidden">
        {data.map(({ delivery_id, delivery, delivered_at, removed_at, places, ...place }) => {
          const standing = toStanding(place)
          const moment = toDay(standing === 'removed' ? removed_at : delivered_at)
          return (
            <li key={delivery_id}>
              <Link href={paths.delivery(delivery_id)} className="break-words rounded-sm hover:underline">
                {t(standing, { delivery, moment })}
              </Link>
              <p className="break-all text-muted text-xs">{places.join(', ')}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
