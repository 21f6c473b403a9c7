'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ProjectStatusCounts, statusCountsResponse } from '#lib/projects/contract.ts'
import { statusCountsKey } from './keys.ts'

const POLL_MS = 1_000
const POLL_MAX_MS = 15_000
/** Each poll waits longer than the previous one: counting a large company's projects takes a while. */
const POLL_GROWTH = 1.25

const NOTHING: ProjectStatusCounts = { counts: {}, complete: false }

/** Numbers of the bars: those that came with the page, then the desk's counts, until they are complete. */
export function useStatusCounts({ archived }: { archived: boolean }): ProjectStatusCounts {
  const { data } = useQuery({
    queryKey: statusCountsKey({ archived }),
    queryFn: async ({ signal }) => {
      const options = { signal, background: true }
      return (await deskRequest(paths.api.statusCounts({ archived }), statusCountsResponse, options)).data
    },
    staleTime: ({ state }) => (state.data?.complete ? 60_000 : 0),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data?.complete
        ? false
        : Math.min(POLL_MAX_MS, POLL_MS * POLL_GROWTH ** (dataUpdateCount + errorUpdateCount)),
  })
  return data ?? NOTHING
}
