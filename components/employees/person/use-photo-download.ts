'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '#components/ui/browser/save-file.ts'
import { paths } from '#lib/address/paths.ts'
import { deskFile } from '#lib/http/desk-file.ts'
import type { Employee, ImageSize, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { photoDownloadsKey } from './photo-downloads-query.ts'
import { findOtherPixels, type OtherPixels, toPhotoFileName } from './photo-file-name.ts'

/**
 * Takes one photo. The log has a new entry then, so it is read again. Tells when the photo has other pixels than its
 * size promises; the size may be another one by now, so the sizes are read again as well.
 */
export function usePhotoDownload(employee: Employee, variant: PhotoVariant) {
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
