'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { importPeopleResponse } from '#lib/contracts/imports.ts'
import { deskRequest } from '#lib/http/desk-request.ts'

const POLL_MS = 700

/** Everybody in the project, to compare with. The desk may still be reading: it is asked again until all are there. */
export function useImportPeople(projectId: number) {
  return useQuery({
    queryKey: importPeopleKey(projectId),
    queryFn: ({ signal }) => deskRequest(paths.api.importPeople(projectId), importPeopleResponse, { signal }),
    refetchInterval: ({ state: { data, error } }) => (data?.meta.complete || error ? false : POLL_MS),
    staleTime: 0,
    structuralSharing: false,
  })
}

export function importPeopleKey(projectId: number) {
  return ['import-people', projectId] as const
}
