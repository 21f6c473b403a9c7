'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { getInitials } from '#components/employees/edit/employee-values.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { type Employee, PHOTO_VARIANTS, type PhotoVariant } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus, toVersion } from '#lib/portrait-api/portrait-status.ts'
import { PhotoDownloads } from './photo-downloads.tsx'

const frame = 'relative grid aspect-[4/5] w-full place-items-center overflow-hidden rounded-lg'

/** The photo, with or without its background, and below it a download for every size. */
export function PortraitPanel({ employee }: { employee: Employee }) {
  const t = useTranslations('person.photo')
  const [variant, setVariant] = useState<PhotoVariant>('standard')
  const offered = PHOTO_VARIANTS.filter(name => toVersion(employee, name))
  const shown = offered.includes(variant) ? variant : (offered[0] ?? 'standard')
  return (
    <div className="grid content-start gap-3">
      <Portrait employee={employee} variant={shown} />
      {offered.length > 0 && (
        <>
          <SegmentedControl
            legend={t('background')}
            value={shown}
            onChange={setVariant}
            segments={PHOTO_VARIANTS.map(name => ({
              value: name,
              label: t(name),
              disabled: !offered.includes(name),
            }))}
          />
          <PhotoDownloads employee={employee} variant={shown} />
        </>
      )}
    </div>
  )
}

/** The portrait as large as the panel allows, or the reason why there is none. */
function Portrait({ employee, variant }: { employee: Employee; variant: PhotoVariant }) {
  const t = useTranslations('person.photo')
  const editedAt = toVersion(employee, variant)
  if (editedAt) {
    const address = toAddress(paths.api.preview(employee.id, { editedAt, variant }))
    return <Picture key={address} address={address} variant={variant} employee={employee} />
  }
  return (
    <Initials employee={employee}>
      <p className="text-muted text-sm">{t(`none.${getPortraitStatus(employee)}`)}</p>
    </Initials>
  )
}

/** Initials in the place of the portrait, in the same size. */
export function Initials({ employee, children }: { employee: Employee; children?: ReactNode }) {
  return (
    <div className={cx(frame, 'content-center gap-4 bg-sunken p-6 text-center')}>
      <Avatar initials={getInitials(employee)} seed={employee.id} size="large" />
      {children}
    </div>
  )
}

type PictureProps = { address: string; variant: PhotoVariant; employee: Employee }

function Picture({ address, variant, employee }: PictureProps) {
  const t = useTranslations('person.photo')
  const name = toPersonName(employee)
  const [large, setLarge] = useState(false)
  const [{ state, attempt }, setLoad] = useState({ state: 'loading', attempt: 0 })
  if (state === 'failed')
    return (
      <div className={cx(frame, 'content-center gap-3 bg-sunken p-6 text-center')}>
        <LiveText className="text-sm">{t('failed')}</LiveText>
        <Button size="small" onClick={() => setLoad({ state: 'loading', attempt: attempt + 1 })}>
          {t('tryAgain')}
        </Button>
      </div>
    )
  return (
    <div
      aria-busy={state === 'loading'}
      className={cx(
        frame,
        variant === 'transparent' ? 'checkerboard' : 'bg-sunken',
        state === 'loading' && 'animate-pulse',
      )}
    >
      {/* biome-ignore lint/performance/noImgElement: the desk makes its own previews; Next's optimiser is off. */}
      <img
        key={attempt}
        src={address}
        alt={t('alt', { person: name })}
        onLoad={() => setLoad({ state: 'shown', attempt })}
        onError={() => setLoad({ state: 'failed', attempt })}
        className={cx(
          'absolute inset-0 size-full transition-opacity',
          variant === 'transparent' ? 'object-contain object-bottom' : 'object-cover object-[50%_20%]',
          state === 'loading' && 'opacity-0',
        )}
      />
      {/* On a phone the portrait already fills the width of the screen. */}
      {state === 'shown' && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t('enlarge', { person: name })}
          onClick={() => setLarge(true)}
          className="absolute inset-0 cursor-zoom-in rounded-lg max-sm:hidden"
        />
      )}
      <Dialog open={large} onOpenChange={setLarge} title={name} size="large">
        <div
          className={cx(
            'grid place-items-center p-4 [@media(max-height:30rem)]:p-0',
            variant === 'transparent' && 'checkerboard',
          )}
        >
          {/* biome-ignore lint/performance/noImgElement: as above. */}
          <img
            src={address}
            alt={t('alt', { person: name })}
            className="max-h-[calc(100dvh-8rem)] w-full object-contain [@media(max-height:30rem)]:max-h-[max(15rem,calc(100dvh-4.625rem))]"
          />
        </div>
      </Dialog>
    </div>
  )
}
