'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { saveFile } from '#components/ui/browser/save-file.ts'
import { Icon } from '#components/ui/icon.ts'
import { TableIcon } from '#components/ui/icons.ts'
import type { MenuEntry } from '#components/ui/popup/menu-entry.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { deskFile } from '#lib/desk-api/desk-file.ts'
import { type PeopleFilters, toPeopleSearch } from '#lib/employees/people-filters.ts'
import { toDeskError } from '#lib/errors.ts'
import type { ListFormat, ListRequest } from '#lib/projects/list-contract.ts'

type ListOf = {
  format: ListFormat
  /** All employees who match the filters, unless some are selected. */
  people?: readonly number[]
}

type ListedPeople = { count: number; people?: ListOf['people'] }

/** Returns two menu entries: the list of these employees as a file, in either format. */
export function useListEntries(
  { projectId, filters }: { projectId: number; filters: PeopleFilters },
  { count, people }: ListedPeople,
): { entries: MenuEntry[]; busy: boolean } {
  const t = useTranslations('selection')
  const { mutate, isPending } = useListDownload(projectId, filters)
  const icon = <Icon of={TableIcon} />
  const save = (format: ListFormat) => mutate(people ? { format, people } : { format })
  return {
    entries: [
      { label: t('listXlsx', { count }), icon, onSelect: () => save('xlsx') },
      { label: t('listCsv', { count }), icon, onSelect: () => save('csv') },
    ],
    busy: isPending,
  }
}

/** Downloads the list in the table's order, under the desk's file name. */
function useListDownload(projectId: number, filters: PeopleFilters) {
  const t = useTranslations('selection')
  const sentence = useTranslations('errors')
  return useMutation({
    mutationFn: async ({ format, people }: ListOf) => {
      const { bytes, name } = people
        ? await deskFile(paths.api.peopleList(projectId), {
            method: 'POST',
            body: toRequest(format, people, filters),
          })
        : await deskFile(paths.api.peopleList(projectId, toSearch(format, filters)))
      saveFile(bytes, name ?? `list.${format}`)
    },
    onError: error =>
      toast({ tone: 'danger', title: t('listFailed'), text: sentence(toDeskError(error).code) }),
  })
}

function toRequest(format: ListFormat, people: readonly number[], { sort, dir }: PeopleFilters): ListRequest {
  return { format, employee_ids: [...people], sort, dir }
}

function toSearch(format: ListFormat, filters: PeopleFilters): string {
  const search = new URLSearchParams(toPeopleSearch(filters))
  search.set('format', format)
  return search.toString()
}
