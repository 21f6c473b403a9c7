'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { peopleIdsQuery } from '#components/employees/state/people-ids-query.ts'
import { parsePeopleFilters } from '#lib/employees/people-filters.ts'

export type Neighbours = {
  previous: number | null
  next: number | null
  /** From 1; null when this person does not fit the table's filters. */
  position: number | null
  total: number
}

/** Who comes before and after somebody, in the order of the table behind the sheet, over all its pages. */
export function useNeighbours(projectId: number, employeeId: number): Neighbours {
  const filters = parsePeopleFilters(useSearchParams())
  const { data: people = [] } = useQuery(peopleIdsQuery(projectId, filters))
  const index = people.findIndex(({ id }) => id === employeeId)
  if (index < 0) return { previous: null, next: null, position: null, total: people.length }
  return {
    previous: people[index - 1]?.id ?? null,
    next: people[index + 1]?.id ?? null,
    position: index + 1,
    total: people.length,
  }
}
