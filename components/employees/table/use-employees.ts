'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EmployeeFilters } from '#lib/employees/employee-filters.ts'
import { employeesQuery, readEmployees } from './employees-query.ts'

/** One page of the list. While another page is on its way, the last one stays (`isPlaceholderData`). */
export function useEmployees(projectId: number, filters: EmployeeFilters) {
  return useQuery({ ...employeesQuery(projectId, filters), placeholderData: keepPreviousData })
}

/** "Refresh": reads the page from the service itself, past what the desk and the browser know. */
export function useRefreshEmployees(projectId: number, filters: EmployeeFilters) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => readEmployees(projectId, filters, { fresh: true }),
    onSuccess: page => queries.setQueryData(employeesQuery(projectId, filters).queryKey, page),
    onError: () => queries.refetchQueries({ queryKey: employeesQuery(projectId, filters).queryKey }),
  })
}
