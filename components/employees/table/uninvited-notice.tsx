'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { useSince } from '#components/page/use-since.ts'
import { Alert } from '#components/ui/alert.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { projectTasksResponse } from '#lib/overview/contract.ts'

type UninvitedNoticeProps = {
  projectId: number
  /** Whether everybody of the project is known: before, nobody can say since when they wait. */
  complete: boolean
}

/** Whoever looks at those who are not invited wants to know who invites them, since when they wait, and what to do when nobody does. */
export default function UninvitedNotice({ projectId, complete }: UninvitedNoticeProps) {
  const t = useTranslations('employees')
  const glossary = useTranslations('glossary.statuses.uninvited')
  const toSince = useSince()
  const { data: task } = useQuery({
    queryKey: ['uninvited-since', projectId],
    enabled: complete,
    queryFn: ({ signal }) =>
      deskRequest(paths.api.projectTasks(), projectTasksResponse, { signal, background: true }),
    select: ({ data }) => data[projectId]?.find(({ kind }) => kind === 'uninvited') ?? null,
  })
  return (
    <Alert>
      {glossary('means')} {glossary('next')}{' '}
      {task && (task.since ? t('uninvitedSince', toSince(task.since)) : t('uninvitedUnknown'))}
    </Alert>
  )
}
