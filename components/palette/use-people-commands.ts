'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { isHurried, serviceStateQuery } from '#components/page/service-state.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { useGoTo } from '#components/page/use-go-to.ts'
import { useProjects } from '#components/projects/use-projects.ts'
import { paths } from '#lib/address/paths.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import type { FoundPerson } from '#lib/projects/contract.ts'
import { type Command, findCommands } from './find-commands.ts'
import { useFoundPeople } from './use-found-people.ts'

type PeopleCommands = {
  people: Command[]
  /** Progress of the search, while it is incomplete. */
  progress: string | null
  /** Reason why the search is incomplete. */
  problem: string | null
  /** True while more matches may be found. */
  isSearching: boolean
}

/** Employees with this name, in any project, each with a command that opens them. */
export function usePeopleCommands(query: string): PeopleCommands {
  const t = useTranslations('shell.palette')
  const sentence = useErrorSentence()
  const goTo = useGoTo()
  const search = useFoundPeople(query)
  const { data: projects = [] } = useProjects({ enabled: Boolean(search?.found) })
  const { data: service } = useQuery({ ...serviceStateQuery, enabled: false })
  const nameOf = (projectId: number) => projects.find(({ id }) => id === projectId)?.name
  if (!search) return { people: [], progress: null, problem: null, isSearching: false }

  const { found, isAnswered, error } = search
  const toCommand = (person: FoundPerson): Command => ({
    id: `person-${person.id}`,
    group: 'people',
    label: toListedName(person),
    hint: [person.mitarbeiternummer, person.email].filter(Boolean).join(' · '),
    place: nameOf(person.project_id),
    run: () => goTo(paths.person(person.project_id, person.id)),
  })
  const people = found?.data.map(toCommand) ?? []
  // Enter opens the first entry, so matches for earlier words must not be shown.
  if (!isAnswered)
    return { people: findCommands(people, query), progress: null, problem: null, isSearching: true }
  const meta = found?.meta
  const progress = meta && [
    meta.similar && t('similar', { query: query.trim() }),
    meta.total > people.length && t('best', { count: people.length, total: meta.total }),
    meta.reading !== null &&
      t('searching', {
        searched: meta.searched,
        total: meta.projects,
        name: nameOf(meta.reading) ?? '',
        hurried: String(service !== undefined && isHurried(service)),
      }),
    meta.complete && meta.left_out > 0 && t('leftOut', { total: meta.projects, left_out: meta.left_out }),
  ]
  const failed = meta && meta.failed > 0 ? t('failed', { count: meta.failed }) : null
  return {
    people,
    progress: progress?.filter(Boolean).join(' ') || null,
    problem: error ? sentence(error) : failed,
    isSearching: meta?.complete === false,
  }
}

/** Returns the last name first, as in the table. */
function toListedName(person: FoundPerson): string {
  const { first_name, last_name } = person
  return first_name.trim() && last_name.trim() ? `${last_name}, ${first_name}` : toPersonName(person).trim()
}
