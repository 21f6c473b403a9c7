'use client'

import { useTranslations } from 'use-intl/react'
import { useGoTo } from '#components/page/use-go-to.ts'
import { useProjects } from '#components/projects/use-projects.ts'
import { paths } from '#lib/address/paths.ts'
import type { Command } from './find-commands.ts'
import { useFoundPeople } from './use-found-people.ts'

/** Who is called like this, in any project, each with a way to them; and how far the search is, while that matters. */
export function usePeopleCommands(query: string): { people: Command[]; progress: string | null } {
  const t = useTranslations('shell.palette')
  const goTo = useGoTo()
  const found = useFoundPeople(query)
  const { data: projects = [] } = useProjects({ enabled: found !== null })
  const nameOf = (projectId: number) => projects.find(({ id }) => id === projectId)?.name
  if (!found) return { people: [], progress: null }

  const people = found.data.map(
    ({ id, project_id, first_name, last_name, mitarbeiternummer, email }): Command => ({
      id: `person-${id}`,
      group: 'people',
      label: `${last_name}, ${first_name}`,
      hint: [mitarbeiternummer, email, nameOf(project_id)].filter(Boolean).join(' · '),
      run: () => goTo(paths.person(project_id, id)),
    }),
  )
  const { similar, searched, projects: total, left_out, complete } = found.meta
  const progress = [
    similar && t('similar', { query: query.trim() }),
    !complete && t('searching', { searched, total }),
    complete && left_out > 0 && t('leftOut', { total, left_out }),
  ]
  return { people, progress: progress.filter(Boolean).join(' ') || null }
}
