'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EmployeeFilters } from '#lib/employees/employee-filters.ts'
import { employeesQuery } from './employees-query.ts'

/** One page of the list. While another page is on its way, the last one stays (`isPlaceholderData`). */
export function useEmployees(projectId: number, filters: EmployeeFilters) {
  return useQuery({ ...employeesQuery(projectId, filters), placeholderData: keepPreviousData })
}
