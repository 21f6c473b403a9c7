'use client'

import type { QueryClient } from '@tanstack/react-query'
import { announce } from '#components/ui/announce.tsx'
import { createStore } from '#components/ui/browser/store.ts'
import { closeToast, toast } from '#components/ui/toast/toast.ts'
import type { WorkItem } from '#lib/work/contract.ts'

/** What this person has under way and what has lately ended, as the header and its panel follow it. */
export const WORK_KEY = ['work'] as const

const panel = createStore(false)
export const useWorkPanel = panel.use

/** The toasts that tell of a job. They go when there is something newer to tell of it, and when the panel opens, which tells all. */
const told = new Map<string, string>()

/** Opens or closes the panel in the header, from wherever something of it was named. */
export function showWork(open = true): void {
  panel.set(open)
  if (open) for (const id of told.keys()) closeTold(id)
}

/** Tells what has become of a job: in a toast, or without one to who has the panel open and sees it there. */
export function tellOfWork(id: string, message: Parameters<typeof toast>[0]): void {
  closeTold(id)
  if (panel.get()) announce(message.title)
  else told.set(id, toast(message))
}

const JUST_BEGUN_MS = 5_000
const NEAR_SECONDS = 30

let begunAt = Number.NEGATIVE_INFINITY

/** Whether something under way may end before the next look; also what has just begun, because what is kept is ready at once. */
export function mayEndSoon({ job }: WorkItem): boolean {
  const isNear =
    performance.now() - begunAt < JUST_BEGUN_MS || (job.eta_seconds ?? NEAR_SECONDS) < NEAR_SECONDS
  return job.state !== 'paused' && isNear
}

/** Something has begun: it is in the header at once, and a toast says so. */
export function putWork(queries: QueryClient, item: WorkItem, words: { title: string; show: string }) {
  const action = { label: words.show, onPress: () => showWork() }
  tellOfWork(item.job.id, { title: words.title, action, ofChange: item.kind === 'batch' })
  return noteWork(queries, item)
}

/** The same where the page itself shows that it has begun. */
export async function noteWork(queries: QueryClient, item: WorkItem): Promise<void> {
  begunAt = performance.now()
  await queries.cancelQueries({ queryKey: WORK_KEY })
  queries.setQueryData<WorkItem[]>(WORK_KEY, (known = []) => [
    item,
    ...known.filter(({ job }) => job.id !== item.job.id),
  ])
  void lookAgain(queries)
}

/** What was told of it last is not so any more. */
export function closeTold(id: string): void {
  const toastId = told.get(id)
  if (toastId) closeToast(toastId)
  told.delete(id)
}

/** After something was cancelled or resumed: how it stands is asked for now, and not in a second. */
export function lookAgain(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: WORK_KEY })
}
