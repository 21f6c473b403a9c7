'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { peopleKey } from '#components/employees/state/people-query.ts'
import { personQuery } from '#components/employees/state/person-query.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/** Who is in the table is there at once, as old as the table's page; anybody else is asked for. */
export function usePerson(projectId: number, employeeId: number) {
  const queries = useQueryClient()
  return useQuery({
    ...personQuery(employeeId),
    initialData: () => findListed()?.employee,
    initialDataUpdatedAt: () => findListed()?.at,
  })

  function findListed(): { employee: Employee; at: number } | undefined {
    const pages = queries
      .getQueriesData<{ data: Employee[] }>({ queryKey: peopleKey(projectId) })
      .map(([key, page]) => ({ page, at: queries.getQueryState(key)?.dataUpdatedAt ?? 0 }))
    for (const { page, at } of pages.toSorted((one, other) => other.at - one.at)) {
      const employee = page?.data.find(({ id }) => id === employeeId)
      if (employee) return { employee, at }
    }
    return undefined
  }
}
