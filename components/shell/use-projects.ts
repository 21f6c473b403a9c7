'use client'

import { useQuery } from '@tanstack/react-query'
import { deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'
import { type Project, projectListAnswer } from '#lib/portrait-api/contract.ts'

/** All projects, for choosing one. Read only when a person is about to choose. */
export function useProjects({ initial, enabled }: { initial?: Project[] | undefined; enabled: boolean }) {
  return useQuery({
    queryKey: ['projects'],
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.projects(), projectListAnswer, { signal })).data,
    initialData: initial,
    enabled,
  })
}
