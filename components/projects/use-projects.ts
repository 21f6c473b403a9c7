'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type Project, projectListResponse } from '#lib/portrait-api/contract.ts'

/** All projects, for choosing one. Read only when the user is about to choose. */
export function useProjects({ initial, enabled }: { initial?: Project[] | undefined; enabled: boolean }) {
  return useQuery({
    queryKey: ['projects'],
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.projects(), projectListResponse, { signal })).data,
    initialData: initial,
    enabled,
  })
}
