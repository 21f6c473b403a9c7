'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { photoDownloadsKey } from '#components/employee-data/photo-places.ts'
import { countSizesBefore, useImageSizes } from '#components/exports/dialog/use-image-sizes.ts'
import { Said } from '#components/ui/announce.tsx'
import { saveFile } from '#components/ui/browser/save-file.ts'
import { Button } from '#components/ui/button.tsx'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { Icon } from '#components/ui/icon.ts'
import { DownloadIcon } from '#components/ui/icons.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { paths } from '#lib/address/paths.ts'
import { toDeskError } from '#lib/errors.ts'
import { deskFile } from '#lib/http/desk-file.ts'
import { toSidesKey, toSizeName } from '#lib/i18n/service-words.ts'
import type { Employee, ImageSize, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { extensionOf } from '#lib/portrait-api/portrait-status.ts'
import { findOtherPixels, type OtherPixels, toPhotoFileName } from './photo-file-name.ts'

type PhotoDownloadsProps = { employee: Employee; variant: PhotoVariant }

/** A button for each size. When the configured sizes cannot be had, the full size still can. */
export function PhotoDownloads({ employee, variant }: PhotoDownloadsProps) {
  const t = useTranslations('person.photo')
  const sentence = useTranslations('errors')
  const { data: sizes = [], isPending } = useImageSizes()
  const download = usePhotoDownload(employee, variant)
  const format = extensionOf(variant) === 'png' ? 'PNG' : 'JPEG'

  function isBusy(size: ImageSize | null): boolean {
    return download.isPending && download.variables?.index === size?.index
  }

  return (
    <div className="grid gap-1.5">
      <ul aria-label={t('downloads')} className="grid gap-1.5">
        {[null, ...sizes].map(size => (
          <li key={size?.index ?? 'full'} className="grid">
            <Button
              size="small"
              busy={isBusy(size)}
              onClick={() => download.mutate(size)}
              className="justify-start"
            >
              <Icon of={DownloadIcon} />
              <span className="truncate">
                {size ? <ForeignText>{toSizeName(size)}</ForeignText> : t('full')}
              </span>
              <span className="ms-auto font-normal text-muted text-xs tabular-nums">
                {size ? t(`sizes.${toSidesKey(size)}`, { ...size, format }) : format}
              </span>
            </Button>
          </li>
        ))}
        {isPending && <RoomForSizes />}
      </ul>
      <Said className="text-sm text-warning">{download.data && t('otherPixels', download.data)}</Said>
      <Said className="text-danger text-sm">
        {download.error && sentence(toDeskError(download.error).code)}
      </Said>
    </div>
  )
}

/** Below them, on a phone, are the fields of the person: nobody's finger shall miss one because the sizes arrive. */
function RoomForSizes() {
  const [count] = useState(countSizesBefore)
  return [...Array(count).keys()].map(index => (
    <li key={index} aria-hidden="true">
      <Skeleton shape="box" className="h-7" />
    </li>
  ))
}

/**
 * Takes one photo. The log has a new entry then, so it is read again. Tells when the photo has other pixels than its
 * size promises; the size may be another one by now, so the sizes are read again as well.
 */
function usePhotoDownload(employee: Employee, variant: PhotoVariant) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (size: ImageSize | null): Promise<OtherPixels | null> => {
      const path = paths.api.photo(employee.id, { variant, size: size?.index ?? null })
      const { bytes, pixels } = await deskFile(path)
      saveFile(bytes, toPhotoFileName(employee, { variant, size, pixels }))
      return findOtherPixels(size, pixels)
    },
    onSuccess: async other => {
      if (other) await queries.invalidateQueries({ queryKey: ['image-sizes'] })
      await queries.invalidateQueries({ queryKey: photoDownloadsKey(employee.id) })
    },
  })
}
