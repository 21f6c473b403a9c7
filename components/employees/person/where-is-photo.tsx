'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { photoDownloadsQuery } from '#components/employee-data/photo-places.ts'
import { Moment } from '#components/page/moment.tsx'
import { ReadAgain } from '#components/page/read-again.tsx'
import { toShown } from '#components/page/to-shown.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { toSentences } from '#lib/activity/sentences.ts'
import type { Activity } from '#lib/contracts/activity.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'

type WhereIsPhotoProps = {
  employeeId: number
  /**
   * True when a photo can be downloaded. Without one, only an earlier photo may have left the desk; if none did, the
   * section is hidden.
   */
  isOffered: boolean
}

/** Shows the users who took the photo out of the desk, when, and in which form. */
export function WhereIsPhoto({ employeeId, isOffered }: WhereIsPhotoProps) {
  const t = useTranslations('person.where')
  const activity = useTranslations('activity')
  const locale = useLocale()
  const read = useQuery(photoDownloadsQuery(employeeId))
  const data = toShown(read)
  const targetName = (id: string) => data?.targets.find(target => target.id === id)?.name[locale] ?? id
  if (!isOffered && !read.error && !data?.data.length) return null
  return (
    <section aria-labelledby="where-is-photo" className="grid gap-2">
      <h3 id="where-is-photo" className="font-medium text-sm">
        {t('title')}
      </h3>
      <ReadAgain of={read} />
      {!data ? (
        !read.error && <Skeleton className="h-4 w-3/4" />
      ) : data.data.length === 0 ? (
        <p className="text-muted text-sm">{t('nowhere')}</p>
      ) : (
        <ul className="grid gap-2">
          {data.data.map(entry => (
            <li key={entry.id} className="text-sm">
              <p className="break-words">{toSentences(activity, ofOne(entry), { targetName }).join(' ')}</p>
              <p className="flex flex-wrap gap-x-2 text-muted text-xs">
                <span className="break-all">
                  <UserText>{entry.actor.email}</UserText>
                </span>
                <Moment at={entry.at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {data?.data.some(({ action }) => action === 'export_downloaded') && (
        <p className="text-muted text-xs">{t('handedOut')}</p>
      )}
    </section>
  )
}

/** Shows this photo alone of all the photos that left together. */
function ofOne(entry: Activity): Activity {
  return { ...entry, details: { ...entry.details, count: 1 } }
}
