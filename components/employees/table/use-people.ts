'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { peopleQuery, readPeople } from '#components/employee-data/people-query.ts'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import type { PeopleFilters } from '#lib/employees/people-filters.ts'
import { useOpenCell } from '../edit/cells.ts'

/** Poll interval while the roster is loading: the page may be more complete by now. */
const LOADING_POLL_MS = 1_000

/**
 * Reads one page of employees. While another page loads, the last one stays (`isPlaceholderData`); a request that is
 * no longer needed is cancelled. New rows render at low priority, so that typing does not wait for them, and never
 * while a cell is being edited: no row may move then. `words` are the search words that the shown rows match:
 * highlighting new words in old rows would render each row twice.
 */
export function usePeople(projectId: number, filters: PeopleFilters) {
  const open = useOpenCell()
  const { data, ...query } = useQuery({
    ...peopleQuery(projectId, filters),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data && (data.meta.reading || !data.meta.complete) ? LOADING_POLL_MS : false,
  })
  const { isPlaceholderData } = query
  const [answered, setAnswered] = useState(filters.q)
  if (!isPlaceholderData && answered !== filters.q) setAnswered(filters.q)
  const drawn = useDeferredValue(data)
  const words = useDeferredValue(answered)
  const [held, setHeld] = useState(drawn)
  const editing = held?.data.some(({ id }) => id === open?.employeeId) ?? false
  if (!editing && held !== drawn) setHeld(drawn)
  const isAnswered = !isPlaceholderData && drawn === data
  return {
    ...query,
    data: editing && held && drawn ? keepRows(held, drawn) : drawn,
    words,
    /** Meta data of the answer to the current filters, once it has rendered. */
    answer: isAnswered ? data?.meta : undefined,
  }
}

/** Returns the same rows in the same order, with the latest records. */
function keepRows(held: PeoplePage, drawn: PeoplePage): PeoplePage {
  const known = new Map(drawn.data.map(employee => [employee.id, employee]))
  return { ...held, data: held.data.map(employee => known.get(employee.id) ?? employee) }
}

/**
 * "Refresh": reads the employees from the service, bypassing the caches of desk and browser. Throws DeskError. Not a
 * `useMutation`, which the first load of this page would need for nothing else.
 */
export function useRefreshPeople(projectId: number, filters: PeopleFilters): () => Promise<PeoplePage> {
  const queries = useQueryClient()
  const { queryKey } = peopleQuery(projectId, filters)
  return async () => {
    try {
      const askedAt = Date.now()
      const [page, { ageKnown, putKnown }] = await Promise.all([
        readPeople(projectId, filters, { fresh: true }),
        import('#components/employee-data/people-cache.ts'),
      ])
      await queries.invalidateQueries({ queryKey: queryKey.slice(0, 2), refetchType: 'none' })
      queries.setQueryData(queryKey, page)
      await ageKnown(queries, projectId)
      putKnown(queries, page.data, askedAt)
      // If the user has changed the filters meanwhile, the list on screen is from before the refresh.
      await queries.refetchQueries({
        queryKey: queryKey.slice(0, 2),
        type: 'active',
        predicate: ({ state }) => state.isInvalidated,
      })
      return page
    } catch (error) {
      await queries.refetchQueries({ queryKey })
      throw error
    }
  }
}
