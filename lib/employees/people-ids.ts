import 'server-only'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { PeopleIds } from './ids-contract.ts'
import type { PeopleFilters } from './people-filters.ts'
import { loadRoster, peekRoster } from './roster.ts'
import { selectPeople } from './select-people.ts'

/**
 * Everybody who fits, in their order, over all pages. Waits until everybody is known: half an "all" is none. Who is
 * known already is not read again, so that it is the same people as the table has counted.
 */
export async function listPeopleIds(
  client: PortraitClient,
  projectId: number,
  filters: PeopleFilters,
): Promise<PeopleIds> {
  const { employees, complete } = peekRoster(client, projectId)
  const everybody = complete ? employees : await loadRoster(client, projectId, { lane: 'interactive' })
  return selectPeople(everybody, filters).people.map(({ id, email }) => ({ id, email }))
}
