'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { saveFile } from '#components/ui/browser/save-file.ts'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { toDeskError } from '#lib/errors.ts'
import { deskFile } from '#lib/http/desk-file.ts'
import type { ListFormat, ListRequest } from '#lib/projects/list-contract.ts'

/** The list of these people as a file, under the name that the desk gives it. */
export function useListDownload(projectId: number) {
  const t = useTranslations('selection')
  const sentence = useTranslations('errors')
  return useMutation({
    mutationFn: async ({ format, people }: { format: ListFormat; people: readonly number[] }) => {
      const body: ListRequest = { format, employee_ids: [...people] }
      const { bytes, name } = await deskFile(paths.api.peopleList(projectId), { method: 'POST', body })
      saveFile(bytes, name ?? `list.${format}`)
    },
    onError: error =>
      toast({ tone: 'danger', title: t('listFailed'), text: sentence(toDeskError(error).code) }),
  })
}
