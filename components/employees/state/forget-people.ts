'use client'

import type { QueryClient } from '@tanstack/react-query'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { peopleIdsKey } from './people-ids-query.ts'
import { peopleKey } from './people-query.ts'
import { personKey } from './put-person.ts'
import { unselect } from './selection-store.ts'

/** People who are gone leave the rows at once; counts and pages are then read anew. */
export async function forgetPeople(
  queries: QueryClient,
  projectId: number,
  gone: readonly number[],
): Promise<void> {
  const ids = new Set(gone)
  unselect(projectId, gone)
  for (const id of gone) queries.removeQueries({ queryKey: personKey(id) })
  const queryKey = peopleKey(projectId)
  await queries.cancelQueries({ queryKey })
  queries.setQueriesData<{ data: Employee[] }>({ queryKey }, page =>
    page?.data.some(({ id }) => ids.has(id))
      ? { ...page, data: page.data.filter(({ id }) => !ids.has(id)) }
      : page,
  )
  await readPeopleAnew(queries, projectId)
}

/** For changes that a cached page cannot be corrected for: who fits a filter, and how many. */
export async function readPeopleAnew(queries: QueryClient, projectId: number): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: peopleKey(projectId) }),
    queries.invalidateQueries({ queryKey: peopleIdsKey(projectId) }),
  ])
}
