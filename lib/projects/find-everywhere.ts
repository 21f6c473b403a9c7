import 'server-only'
import { findRoster, peekRoster } from '#lib/employees/roster.ts'
import { findPeople } from '#lib/employees/search/find-people.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, Project } from '#lib/portrait-api/contract.ts'
import type { FoundEverywhere, FoundPerson } from './contract.ts'
import { sortProjects } from './sort-projects.ts'

/** Names change seldom: whoever was read this lately is not read again for a search. */
const FRESH_MS = 10 * 60_000
const HITS_MAX = 20
/** Fewer than the rosters that the desk holds at once, so that a search never drives out what it has just read. */
const PROJECTS_MAX = 20

/**
 * Who in any project is called like this, of the people who are known now, however long ago they were read. Projects that
 * are unknown or old are read meanwhile, one after the other, in turn with what jobs read: somebody waits for it, and a
 * download may take many minutes. The caller asks again while it is not complete, and who asks no more begins no more. A project that could not be read ends nothing: it is counted, and
 * tried again with a later question.
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
