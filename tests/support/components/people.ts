import type { Employee, Project } from '#lib/portrait-api/contract.ts'
import { createRandom } from '#sandbox/people/random.ts'
import { createPeople } from '#sandbox/seed/create-people.ts'
import { MIXED_SITUATIONS, type Situation, toProgress } from '#sandbox/seed/situations.ts'

/** One person for each situation of an employee, by the weights of the sandbox. */
const PEOPLE = 24
/** Each project has its own range of ids, so that no test finds data of another test in a module. */
const IDS_PER_PROJECT = 10_000

let projects = 0

export type Roster = {
  project: Project
  people: Employee[]
  /** Ids of the people that the service refuses to change. */
  protected: Set<number>
}

type RosterOptions = {
  count?: number
  /** The situation of all people; the default is a mix of all situations. */
  situation?: Situation
  /** Fields of the project that differ from the default. */
  project?: Partial<Project>
}

/** A project with made-up people, in the order of the table: by last name. The same people each time, under new ids. */
export function createRoster({ count = PEOPLE, situation, project: changes }: RosterOptions = {}): Roster {
  projects += 1
  const projectId = projects
  const random = createRandom(102)
  const people = createPeople(random, count, false).map(({ mailbox, look: _, ...names }, index) => {
    const reached = situation ?? MIXED_SITUATIONS[(index * 7) % MIXED_SITUATIONS.length] ?? 'approved'
    const { status, invited_at, uploaded_at, ...photo } = toProgress(reached, random, '2026-09-07')
    const id = projectId * IDS_PER_PROJECT + index + 1
    return {
      id,
      project_id: projectId,
      mitarbeiternummer: String(20_000 + index * 7),
      ...names,
      email: `${mailbox}@musterwerk.example`,
      locale: index % 10 === 0 ? null : index % 4 === 0 ? 'en' : 'de',
      status,
      invited_at,
      uploaded_at,
      photo: {
        approved: photo.approved,
        edited_at: photo.edited_at,
        standard_url: photo.standard_finished ? `/photos/${id}` : null,
        transparent_url: photo.transparent_finished ? `/photos/${id}` : null,
      },
    } satisfies Employee
  })
  const project: Project = {
    id: projectId,
    projektnummer: '2026-0118',
    name: 'Werk Leipzig – Herbst 2026',
    status: 'active',
    start_date: '2026-09-07',
    deadline: '2026-12-11',
    employees_count: people.length,
    ...changes,
  }
  return { project, people, protected: new Set() }
}
