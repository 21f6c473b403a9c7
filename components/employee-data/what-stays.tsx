'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { deliveredQuery, photoDownloadsQuery } from '#components/employee-data/photo-places.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'

export type Elsewhere = ReturnType<typeof useElsewhere>

/**
 * Reads where copies of an employee's photo are; deleting the employee removes none of them. The desk needs no call
 * to the service for it.
 */
export function useElsewhere(employeeId: number, { enabled = true }: { enabled?: boolean } = {}) {
  const handedOut = useQuery({ ...photoDownloadsQuery(employeeId), enabled })
  const delivered = useQuery({ ...deliveredQuery(employeeId), enabled })
  return {
    isReading: handedOut.isLoading || delivered.isLoading,
    /** True when at least one of the two reads has failed. */
    isUnknown: Boolean(handedOut.error ?? delivered.error),
    downloads: handedOut.data?.data.length ?? 0,
    places: (delivered.data ?? []).filter(({ state }) => state !== 'removed'),
  }
}

/** Note about remaining copies, in every dialog that deletes one employee. */
export function WhatStays({
  elsewhere: { isReading, isUnknown, downloads, places },
}: {
  elsewhere: Elsewhere
}) {
  const t = useTranslations('person.delete')
  const where = useTranslations('person.where')
  const changes = useTranslations('exports.history.changes')
  return (
    <>
      {isReading && <Skeleton className="mt-2 h-4 w-2/3" />}
      {downloads > 0 && (
        <p className="mt-2">{t('staysHandedOut', { count: downloads, label: changes('open') })}</p>
      )}
      {places.map(({ delivery_id, delivery, state }) => (
        <p key={delivery_id} className="mt-2">
          {t(state === 'there' ? 'staysDelivered' : 'staysByHand', { delivery })}
        </p>
      ))}
      {isUnknown && <p className="mt-2 text-warning">{where('unknown')}</p>}
    </>
  )
}
