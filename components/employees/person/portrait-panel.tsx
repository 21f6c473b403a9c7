'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import { type Employee, PHOTO_VARIANTS, type PhotoVariant } from '#lib/portrait-api/contract.ts'
import { toVersion } from '#lib/portrait-api/portrait-status.ts'
import { PhotoDownloads } from './photo-downloads.tsx'
import { Portrait } from './portrait.tsx'

/** The photo, with or without its background, and below it every size in which it can be taken as it is shown. */
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
