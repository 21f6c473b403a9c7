'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { deliveredQuery, photoDownloadsQuery } from '#components/employee-data/photo-places.ts'
import { useUser } from '#components/page/connection-provider.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { canRunDeliveries } from '#lib/session/permissions.ts'

/**
 * Downloads of where this employee's photo is and has been, for print or a spreadsheet: the answer to a
 * data-protection request.
 */
export function RecordLinks({ employeeId }: { employeeId: number }) {
  const t = useTranslations('deliveryNews.person')
  const user = useUser()
  if (!user || !canRunDeliveries(user)) return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {(['html', 'csv'] as const).map(format => (
        <a
          key={format}
          href={toAddress(paths.api.personRecord(employeeId, format))}
          download
          className="rounded-sm text-accent-text underline-offset-2 hover:underline"
        >
          {t(`record.${format}`)}
        </a>
      ))}
    </p>
  )
}

/** The same links, for an employee whose photo has left the desk. */
export function RecordOfPerson({ employeeId }: { employeeId: number }) {
  const { data: downloads } = useQuery(photoDownloadsQuery(employeeId))
  const { data: delivered } = useQuery(deliveredQuery(employeeId))
  const isAnywhere = Boolean(downloads?.data.length || delivered?.length)
  return isAnywhere && <RecordLinks employeeId={employeeId} />
}
