'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { peopleQuery, readPeople } from '#components/employee-data/people-query.ts'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import type { PeopleFilters } from '#lib/employees/people-filters.ts'
import { useOpenCell } from '../edit/cells.ts'

/** While everybody is being read, the page is asked for again: it may be a better one by now. */
const LOADING_POLL_MS = 1_000

/**
 * One page of people. While another is on its way, the last one stays (`isPlaceholderData`); a question that nobody
 * waits for any more is called back. New rows are drawn when there is time, so that no letter waits for them, and not
 * at all while a cell is being edited: no row moves away under the hand. `words` are those of the search that the rows
 * answer: marking new ones in old rows would draw each of them twice, and at once.
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
    /** What is known of the answer to the present question, once it has been drawn. */
    answer: isAnswered ? data?.meta : undefined,
  }
}

/** The same rows in the same order, with what is now known of them. */
function keepRows(held: PeoplePage, drawn: PeoplePage): PeoplePage {
  const known = new Map(drawn.data.map(employee => [employee.id, employee]))
  return { ...held, data: held.data.map(employee => known.get(employee.id) ?? employee) }
}

/**
 * "Refresh": reads the people from the service itself, past what the desk and the browser know. Throws DeskError. A `useMutation`
 * would be the only one that this page loads at first.
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
      // Whoever has gone on to other filters meanwhile was shown people of before.
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
