'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { announce } from '#components/ui/toast/live-region.tsx'
import { paths } from '#lib/address/paths.ts'
import { type BatchRequest, batchResponse } from '#lib/batches/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { addRunningBatch } from './running-batches.ts'

/** Starts a change to many and puts it into the dock, where it is seen on every page. */
export function useStartBatch(project: Pick<Project, 'name'>) {
  const t = useTranslations('batches')
  return useMutation({
    mutationFn: (body: BatchRequest) =>
      deskRequest(paths.api.batches(), batchResponse, { method: 'POST', body }),
    onSuccess: ({ data: { id, total } }) => {
      addRunningBatch({ id, project: project.name })
      announce(t('announceStarted', { count: total }))
    },
  })
}
