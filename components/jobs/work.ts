'use client'

import type { QueryClient } from '@tanstack/react-query'
import { announce } from '#components/ui/announce.tsx'
import { createStore } from '#components/ui/browser/store.ts'
import { closeToast, toast } from '#components/ui/toast/toast.ts'
import type { WorkItem } from '#lib/work/contract.ts'

/** Query key of the user's running and recently ended work, as shown in the header and its panel. */
export const WORK_KEY = ['work'] as const

const panel = createStore(false)
export const useWorkPanel = panel.use

/**
 * Toasts about jobs, by job id. They close when a newer one about the job appears, and when the panel opens, which
 * shows all jobs.
 */
const told = new Map<string, string>()

/** Opens or closes the panel in the header, from any component. */
export function showWork(open = true): void {
  panel.set(open)
  if (open) for (const id of told.keys()) closeTold(id)
}

/** Reports the state of a job: in a toast, or by announcement alone if the panel is open and shows it. */
export function notifyOfWork(id: string, message: Parameters<typeof toast>[0]): void {
  closeTold(id)
  if (panel.get()) announce(message.title)
  else told.set(id, toast(message))
}

const JUST_BEGUN_MS = 5_000
const NEAR_SECONDS = 30

let begunAt = Number.NEGATIVE_INFINITY

/**
 * True when a job may end before the next poll. Includes jobs that have just started, because kept archives are ready
 * at once.
 */
export function mayEndSoon({ job }: WorkItem): boolean {
  const isNear =
    performance.now() - begunAt < JUST_BEGUN_MS || (job.eta_seconds ?? NEAR_SECONDS) < NEAR_SECONDS
  return job.state !== 'paused' && isNear
}

/** Shows a started job in the header at once, with a toast. */
export function putWork(queries: QueryClient, item: WorkItem, words: { title: string; show: string }) {
  const action = { label: words.show, onPress: () => showWork() }
  notifyOfWork(item.job.id, { title: words.title, action, ofChange: item.kind === 'batch' })
  return noteWork(queries, item)
}

/** Shows a started job in the header, without a toast because the page itself shows the start. */
export async function noteWork(queries: QueryClient, item: WorkItem): Promise<void> {
  begunAt = performance.now()
  await queries.cancelQueries({ queryKey: WORK_KEY })
  queries.setQueryData<WorkItem[]>(WORK_KEY, (known = []) => [
    item,
    ...known.filter(({ job }) => job.id !== item.job.id),
  ])
  void lookAgain(queries)
}

/** Closes the last toast about a job, because its text is outdated. */
export function closeTold(id: string): void {
  const toastId = told.get(id)
  if (toastId) closeToast(toastId)
  told.delete(id)
}

/** Polls at once after a cancel or resume, not at the next interval. */
export function lookAgain(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: WORK_KEY })
}
