'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { paths } from '#lib/address/paths.ts'
import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus, toVersion } from '#lib/portrait-api/portrait-status.ts'
import { getInitials } from './initials.ts'

const frame = 'relative grid aspect-[4/5] w-full place-items-center overflow-hidden rounded-lg'

/** The portrait as large as it goes here, or why there is none to be seen. */
export function Portrait({ employee, variant }: { employee: Employee; variant: PhotoVariant }) {
  const t = useTranslations('person.photo')
  const editedAt = toVersion(employee, variant)
  if (editedAt) {
    const address = paths.api.preview(employee.id, { editedAt, variant })
    return <Picture key={address} address={address} variant={variant} employee={employee} />
  }
  return (
    <div className={cx(frame, 'content-center gap-4 bg-sunken p-6 text-center')}>
      <Avatar initials={getInitials(employee)} seed={employee.id} size="large" />
      <p className="text-muted text-sm">{t(`none.${getPortraitStatus(employee)}`)}</p>
    </div>
  )
}

type PictureProps = { address: string; variant: PhotoVariant; employee: Employee }

function Picture({ address, variant, employee }: PictureProps) {
  const t = useTranslations('person.photo')
  const [{ state, attempt }, setLoad] = useState({ state: 'loading', attempt: 0 })
  if (state === 'failed')
    return (
      <div role="alert" className={cx(frame, 'content-center gap-3 bg-sunken p-6 text-center')}>
        <p className="text-sm">{t('failed')}</p>
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
        alt={t('alt', { person: `${employee.first_name} ${employee.last_name}` })}
        onLoad={() => setLoad({ state: 'shown', attempt })}
        onError={() => setLoad({ state: 'failed', attempt })}
        className={cx(
          'absolute inset-0 size-full transition-opacity',
          variant === 'transparent' ? 'object-contain object-bottom' : 'object-cover object-[50%_20%]',
          state === 'loading' && 'opacity-0',
        )}
      />
    </div>
  )
}
