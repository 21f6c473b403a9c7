'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { photoDownloadsKey } from '#components/employee-data/photo-places.ts'
import { countSizesBefore, useImageSizes } from '#components/exports/dialog/use-image-sizes.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { saveFile } from '#components/ui/browser/save-file.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { DownloadIcon } from '#components/ui/icons.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskFile } from '#lib/desk-api/desk-file.ts'
import { toDeskError } from '#lib/errors.ts'
import { toSidesKey, toSizeName } from '#lib/i18n/service-words.ts'
import type { Employee, ImageSize, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { extensionOf } from '#lib/portrait-api/portrait-status.ts'
import { findOtherPixels, type OtherPixels, toPhotoFileName } from './photo-file-name.ts'

type PhotoDownloadsProps = { employee: Employee; variant: PhotoVariant }

/** A button for each size. When the configured sizes cannot be read, the full size is still offered. */
export function PhotoDownloads({ employee, variant }: PhotoDownloadsProps) {
  const t = useTranslations('person.photo')
  const { data: sizes = [], isPending } = useImageSizes()
  return (
    <ul aria-label={t('downloads')} className="grid gap-1.5">
      {[null, ...sizes].map(size => (
        <li key={size?.index ?? 'full'} className="grid gap-1">
          <PhotoDownload employee={employee} variant={variant} size={size} />
        </li>
      ))}
      {isPending && <RoomForSizes />}
    </ul>
  )
}

/** Each button shows its own result: several downloads may run at once. */
function PhotoDownload({ employee, variant, size }: PhotoDownloadsProps & { size: ImageSize | null }) {
  const t = useTranslations('person.photo')
  const sentence = useTranslations('errors')
  const { mutate, isPending, data: other, error } = usePhotoDownload(employee, { variant, size })
  const format = extensionOf(variant) === 'png' ? 'PNG' : 'JPEG'
  return (
    <>
      <Button size="small" busy={isPending} onClick={() => mutate()} className="justify-start">
        <Icon of={DownloadIcon} />
        <span className="truncate">{size ? <UserText>{toSizeName(size)}</UserText> : t('full')}</span>
        <span className="ms-auto font-normal text-muted text-xs tabular-nums">
          {size ? t(`sizes.${toSidesKey(size)}`, { ...size, format }) : format}
        </span>
      </Button>
      <LiveText className="text-sm text-warning">{other && t('otherPixels', other)}</LiveText>
      <LiveText className="text-danger text-sm">{error && sentence(toDeskError(error).code)}</LiveText>
    </>
  )
}

/**
 * Reserves room for the buttons. On a phone the employee's fields are below them, and must not move under a finger
 * when the sizes arrive.
 */
function RoomForSizes() {
  const [count] = useState(countSizesBefore)
  return [...Array(count).keys()].map(index => (
    <li key={index} aria-hidden="true">
      <Skeleton shape="box" className="h-7" />
    </li>
  ))
}

/**
 * Downloads one photo. The download adds a log entry, so the log is read again. Reports when the photo's pixels
 * differ from its size; the size may have changed, so the sizes are read again as well.
 */
function usePhotoDownload(
  employee: Employee,
  { variant, size }: { variant: PhotoVariant; size: ImageSize | null },
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<OtherPixels | null> => {
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
