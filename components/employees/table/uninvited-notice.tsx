'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { useStatusWords } from '#components/employee-data/use-status-words.ts'
import { useSince } from '#components/page/use-since.ts'
import { Alert } from '#components/ui/alert.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ProjectTask, projectTasksResponse } from '#lib/overview/contract.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

type UninvitedNoticeProps = {
  project: Project
  /** True when all employees of the project are loaded; before that, the waiting time is unknown. */
  complete: boolean
}

/**
 * Explains the list of employees who are not invited: the party that invites them, how long they have waited, and
 * what to do if no invitation comes.
 */
export function UninvitedNotice({ project, complete }: UninvitedNoticeProps) {
  const t = useTranslations('employees')
  const person = useTranslations('person.status')
  const status = useStatusWords(project)
  const toSince = useSince()
  const { data: task } = useQuery({
    queryKey: ['uninvited-since', project.id],
    enabled: complete,
    queryFn: ({ signal }) =>
      deskRequest(paths.api.projectTasks(), projectTasksResponse, { signal, background: true }),
    select: ({ data }) => data[project.id]?.find(({ kind }) => kind === 'uninvited') ?? null,
  })

  function say({ count, since }: ProjectTask): string {
    if (count === 1) return since ? person('addedAt', toSince(since)) : person('addedUnknown')
    return since ? t('uninvitedSince', toSince(since)) : t('uninvitedUnknown')
  }

  return (
    <Alert>
      {status.means('uninvited')} {status.next('uninvited')} {task && say(task)}
    </Alert>
  )
}
