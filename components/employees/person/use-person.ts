'use client'

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { personKey } from '#components/employee-data/people-cache.ts'
import { peopleKey } from '#components/employee-data/people-query.ts'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { DeskError } from '#lib/errors.ts'
import { type Employee, employeeResponse } from '#lib/portrait-api/contract.ts'

/**
 * Reads one employee. An employee in the table is shown at once, as old as the table's page; any other is fetched. If
 * the service omits the project (0), the employee is assumed to be in this project. A closed sheet requests nothing,
 * and requests again when it reopens.
 */
export function usePerson(projectId: number, employeeId: number, { isOpen }: { isOpen: boolean }) {
  const queries = useQueryClient()
  return useQuery({
    ...personQuery(employeeId),
    enabled: isOpen,
    select: person => ({ ...person, project_id: person.project_id || projectId }),
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

export function isNotFound(error: Error | null): boolean {
  return error instanceof DeskError && error.code === 'not_found'
}

/** Query of one employee, as the desk knows the record. */
function personQuery(employeeId: number) {
  return queryOptions({
    queryKey: personKey(employeeId),
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.employee(employeeId), employeeResponse, { signal })).data,
  })
}
