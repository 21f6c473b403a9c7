'use client'

import { useTranslations } from 'use-intl/react'
import { Thumbnail } from '#components/page/thumbnail.tsx'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { avatarClass } from '#components/ui/avatar.tsx'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Delivery, DeliveryItem, DeliveryRun } from '#lib/deliveries/contract.ts'
import { useOwnPhotos } from './use-delivery.ts'

/**
 * Asks about employees' own photos at the destination, for all of them at once; each row of the list asks about one.
 */
export function OwnPhotosQuestion({ delivery, run }: { delivery: Delivery; run: DeliveryRun }) {
  const t = useTranslations('deliveries.review')
  const hydrated = useHydrated()
  const sentence = useErrorSentence()
  const { mutate, isPending, error } = useOwnPhotos(run)
  const { keep, replace } = run.own_photos ?? { keep: 0, replace: 0 }
  if (keep + replace === 0) return null
  return (
    <div className="grid justify-items-start gap-2">
      <p className="max-w-2xl">{t('ownPhotos', { count: keep + replace })}</p>
      <p className="font-medium tabular-nums">{t('ownPhotosDecided', { keep, replace })}</p>
      {replace > 0 && (
        <p className="max-w-2xl text-muted text-sm">{t(delivery.puts_back ? 'putsBack' : 'putsNotBack')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={isPending}
          disabled={!hydrated || replace === 0}
          onClick={() => mutate({ decision: 'keep' })}
        >
          {t('keepAll')}
        </Button>
        <Button
          size="small"
          busy={isPending}
          disabled={!hydrated || keep === 0}
          onClick={() => mutate({ decision: 'replace' })}
        >
          {t('replaceAll')}
        </Button>
      </div>
      {error && <p className="text-danger text-sm">{sentence(error)}</p>}
    </div>
  )
}

/** The employee's own photo, the photo to be delivered, and the decision. */
export function OwnPhotoChoice({ item, run }: { item: DeliveryItem; run: DeliveryRun }) {
  const t = useTranslations('deliveries.review')
  const sentence = useErrorSentence()
  const { mutate, variables, isPending, error } = useOwnPhotos(run)
  const { employee_id, own_photo, edited_at, first_name, last_name } = item
  if (!own_photo) return null
  const decision = isPending && variables ? variables.decision : own_photo.decision
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Picture
        caption={t('before')}
        seed={employee_id}
        path={paths.api.ownPhoto(run.delivery_id, employee_id, own_photo.version)}
      />
      {edited_at && (
        <Picture caption={t('after')} seed={employee_id} path={paths.api.thumbnail(employee_id, edited_at)} />
      )}
      <SegmentedControl
        legend={t('ownPhotoOf', { name })}
        segments={[
          { value: 'keep' as 'keep' | 'replace', label: t('keep') },
          { value: 'replace', label: t('replace') },
        ]}
        value={decision}
        onChange={value => mutate({ decision: value, employee_ids: [employee_id] })}
      />
      {error && <p className="text-danger text-sm">{sentence(error)}</p>}
    </div>
  )
}

function Picture({ caption, seed, path }: { caption: string; seed: number; path: string }) {
  return (
    <figure className="grid justify-items-center gap-1">
      <span className={avatarClass({ seed, size: 'large' })}>
        <Thumbnail path={path} />
      </span>
      <figcaption className="text-muted text-xs">{caption}</figcaption>
    </figure>
  )
}
