'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

const loadResponse = async () => (await import('#lib/portrait-api/contract.ts')).projectListResponse

/** All projects, for choosing one. Read only when the user is about to choose. */
export function useProjects({ initial, enabled }: { initial?: Project[] | undefined; enabled: boolean }) {
  return useQuery({
    queryKey: ['projects'],
    queryFn: async ({ signal }) => (await deskRequest(paths.api.projects(), loadResponse, { signal })).data,
    initialData: initial,
    enabled,
  })
}
