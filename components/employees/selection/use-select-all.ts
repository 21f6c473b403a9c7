'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { peopleIdsQuery } from '#components/employees/state/people-ids-query.ts'
import type { Selection } from '#components/employees/state/selection-store.ts'
import { toast } from '#components/ui/toast/toast.ts'
import type { PeopleFilters } from '#lib/employees/people-filters.ts'
import { toDeskError } from '#lib/errors.ts'

/** "Select all 431": everybody who fits the filters, also on pages that nobody has opened. */
export function useSelectAll(projectId: number, filters: PeopleFilters, selection: Selection) {
  const t = useTranslations('selection')
  const sentence = useTranslations('errors')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => queries.fetchQuery({ ...peopleIdsQuery(projectId, filters), staleTime: 0 }),
    onSuccess: people => selection.selectAll(people.map(({ id }) => id)),
    onError: error =>
      toast({ tone: 'danger', urgent: true, title: t('allFailed'), text: sentence(toDeskError(error).code) }),
  })
}
