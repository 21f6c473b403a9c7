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
  /** Whether everybody of the project is known: before, nobody can say since when they wait. */
  complete: boolean
}

/** Whoever looks at those who are not invited wants to know who invites them, since when they wait, and what to do when nobody does. */
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
