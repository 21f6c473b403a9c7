'use client'

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { lookAgain, noteWork } from '#components/jobs/work.ts'
import { paths } from '#lib/address/paths.ts'
import {
  type Delivery,
  type DeliveryChange,
  type DeliveryRun,
  deliveryResponse,
  deliveryRunResponse,
  type OwnPhotoChoice,
  type RunAgain,
} from '#lib/deliveries/contract.ts'
import { type DeskRequest, deskRequest } from '#lib/desk-api/desk-request.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'

const POLL_MS = 1_000
/** Poll interval of an idle delivery, which may start on schedule. */
const POLL_IDLE_MS = 30_000

/** Polls one delivery and its last run. */
export function useDelivery(initial: Delivery) {
  return useQuery({
    queryKey: deliveryKey(initial.id),
    queryFn: async ({ signal, client }) => {
      const request = { signal, background: true }
      const { data } = await deskRequest(paths.api.delivery(initial.id), deliveryResponse, request)
      const before = client.getQueryData<Delivery>(deliveryKey(initial.id))
      if (before) followWithTables(client, before, data)
      return data
    },
    initialData: initial,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      const run = data?.last_run
      return run && !isFinished(run) && run.state !== 'review' ? POLL_MS : POLL_IDLE_MS
    },
  })
}

export function deliveryKey(id: string) {
  return ['delivery', id] as const
}

export function placesKey(id: string) {
  return ['delivery-places', id] as const
}

export function runsKey(id: string) {
  return ['delivery-runs', id] as const
}

/** Query key of the items of all runs. */
export function itemsKey(id: string) {
  return ['delivery-items', id] as const
}

/**
 * Reads the tables of a delivery again when it has progressed. Their query keys omit the progress, so the old rows
 * stay until the answer arrives, or if it fails.
 */
function followWithTables(queries: QueryClient, before: Delivery, now: Delivery): void {
  if (toStep(before) !== toStep(now)) void readAnew(queries, runsKey(now.id))
  if (toProgress(before) === toProgress(now)) return
  void readAnew(queries, placesKey(now.id))
  void readAnew(queries, itemsKey(now.id))
}

function toStep({ last_run: run }: Delivery): string {
  return `${run?.id} ${run?.state}`
}

function toProgress({ places, last_run: run }: Delivery): string {
  return JSON.stringify([places, run?.id, run?.state, run?.total, run?.done, run?.failed])
}

/**
 * Invalidates a query. If its first read is running, that is not restarted and may be too early, so another follows.
 */
async function readAnew(queries: QueryClient, queryKey: readonly string[]): Promise<void> {
  const isFirst = queries.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  await queries.invalidateQueries({ queryKey })
  if (isFirst) await queries.invalidateQueries({ queryKey })
}

type Command<Schema extends z.ZodMiniType> = { path: string; schema: Schema; request: DeskRequest }

function useCommand<Schema extends z.ZodMiniType>(deliveryId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ path, schema, request }: Command<Schema>) => deskRequest(path, schema, request),
    onSettled: () => readDeliveryAnew(queries, deliveryId),
  })
}

/** Reads the state of a delivery and its runs again. */
export function readDeliveryAnew(queries: QueryClient, deliveryId: string): void {
  void queries.invalidateQueries({ queryKey: deliveryKey(deliveryId) })
  void queries.invalidateQueries({ queryKey: runsKey(deliveryId) })
}

/** Shows a started run in the header. */
function noteRun(queries: QueryClient, run: DeliveryRun | null): Promise<void> {
  return run && !isFinished(run) ? noteWork(queries, { kind: 'delivery', job: run }) : lookAgain(queries)
}

export function useChangeDelivery({ id }: Pick<Delivery, 'id'>) {
  const queries = useQueryClient()
  const command = useCommand<typeof deliveryResponse>(id)
  const send = (path: string, request: DeskRequest) =>
    command.mutateAsync({ path, schema: deliveryResponse, request })
  return {
    ...command,
    change: (body: DeliveryChange) => send(paths.api.delivery(id), { method: 'PATCH', body }),
    async end(photos: 'take_away' | 'leave') {
      const { data } = await send(paths.api.endDelivery(id, photos), { method: 'DELETE' })
      await noteRun(queries, data.last_run)
    },
  }
}

/** Decides about employees' own photos at the destination. */
export function useOwnPhotos({ id, delivery_id }: Pick<DeliveryRun, 'id' | 'delivery_id'>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: OwnPhotoChoice) =>
      deskRequest(paths.api.ownPhotos(delivery_id, id), deliveryRunResponse, { method: 'PUT', body }),
    onSettled: async () => {
      void queries.invalidateQueries({ queryKey: deliveryKey(delivery_id) })
      await queries.invalidateQueries({ queryKey: itemsKey(delivery_id) })
    },
  })
}

/** Starts, confirms and cancels runs. */
export function useRun({ id }: Pick<Delivery, 'id'>) {
  const queries = useQueryClient()
  const command = useCommand<typeof deliveryRunResponse>(id)
  const send = async (path: string, method: 'POST' | 'DELETE') => {
    const { data } = await command.mutateAsync({ path, schema: deliveryRunResponse, request: { method } })
    await noteRun(queries, data)
  }
  return {
    ...command,
    /**
     * `differing` sends photos again that were found missing or changed. Both values ask about employees' own photos.
     */
    start: (again?: RunAgain) => send(paths.api.deliveryRuns(id, again && { again }), 'POST'),
    confirm: (run: DeliveryRun) => send(paths.api.confirmRun(id, run.id), 'POST'),
    cancel: (run: DeliveryRun) => send(paths.api.deliveryRun(id, run.id), 'DELETE'),
  }
}
