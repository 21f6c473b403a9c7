'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '#components/ui/save-file.ts'
import { deskFile } from '#lib/http/desk-file.ts'
import { paths } from '#lib/paths.ts'
import type { Employee, ImageSize, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { photoDownloadsKey } from './photo-downloads-query.ts'
import { toPhotoFileName } from './photo-file-name.ts'

/** Takes one photo. The log has a new entry then, so it is read again. */
export function usePhotoDownload(employee: Employee, variant: PhotoVariant) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (size: ImageSize | null) => {
      const path = paths.api.photo(employee.id, { variant, size: size?.index ?? null })
      const { bytes } = await deskFile(path)
      saveFile(bytes, toPhotoFileName(employee, { variant, size }))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: photoDownloadsKey(employee.id) }),
  })
}
