import type { QueryClient } from '@tanstack/react-query'
import { peopleKey } from '#components/employees/state/people-query.ts'
import { putPerson } from '#components/employees/state/put-person.ts'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/**
 * Puts a changed person into their sheet and into every page that has been read. The row keeps its place, even where
 * the changed value would sort or filter it elsewhere, until the page is asked for again: then it is read anew. A page
 * that is being read may still be the one from before: it is read again.
 */
export async function showEverywhere(queries: QueryClient, changed: Employee): Promise<void> {
  const queryKey = peopleKey(changed.project_id)
  putPerson(queries, changed)
  queries.setQueriesData<PeoplePage>({ queryKey }, page => {
    if (!page?.data.some(({ id }) => id === changed.id)) return page
    return { ...page, data: page.data.map(employee => (employee.id === changed.id ? changed : employee)) }
  })
  await queries.invalidateQueries({ queryKey, refetchType: 'none' })
  await queries.refetchQueries({ queryKey, predicate: ({ state }) => state.fetchStatus === 'fetching' })
}
