import 'server-only'
import { findRoster, peekRoster } from '#lib/employees/roster.ts'
import { findPeople } from '#lib/employees/search/find-people.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, Project } from '#lib/portrait-api/contract.ts'
import type { FoundEverywhere, FoundPerson } from './contract.ts'
import { sortProjects } from './sort-projects.ts'

/** Names rarely change: employees read this recently are not read again for a search. */
const FRESH_MS = 10 * 60_000
const HITS_MAX = 20
/** Below the number of rosters that the desk caches, so that a search never evicts what it has just read. */
const PROJECTS_MAX = 20

/**
 * Finds employees by name in all projects, among the cached ones, however old. Unknown or outdated projects are read
 * meanwhile, one after another. Their calls alternate with those of jobs, because a user waits and a download may take
 * many minutes. The caller polls until the result is complete; without polling, no further project is read. A project
 * that could not be read is counted, and retried with a later query.
 */
export function findEverywhere(
  client: PortraitClient,
  { projects, query }: { projects: readonly Project[]; query: string },
): FoundEverywhere {
  const inTurn = sortProjects(projects).filter(({ employees_count }) => employees_count !== 0)
  const people: Employee[] = []
  let searched = 0
  let failed = 0
  let reading: number | null = null
  for (const { id } of inTurn.slice(0, PROJECTS_MAX)) {
    let known = findRoster(client, id, { maxAgeMs: FRESH_MS })
    if (!known && reading === null) {
      const roster = peekRoster(client, id, { maxAgeMs: FRESH_MS, lane: 'background' })
      if (roster.failure) failed += 1
      else reading = id
      known = roster.employees
    } else if (known) searched += 1
    people.push(...(known ?? findRoster(client, id, { maxAgeMs: Number.POSITIVE_INFINITY }) ?? []))
  }
  const { people: found, similar } = findPeople(people, query)
  return {
    data: found.slice(0, HITS_MAX).map(toFound),
    meta: {
      total: found.length,
      similar,
      searched,
      failed,
      projects: Math.min(inTurn.length, PROJECTS_MAX),
      left_out: Math.max(0, inTurn.length - PROJECTS_MAX),
      reading,
      complete: reading === null,
    },
  }
}

function toFound(person: Employee): FoundPerson {
  const { id, project_id, mitarbeiternummer, first_name, last_name, email } = person
  return { id, project_id, mitarbeiternummer, first_name, last_name, email }
}
