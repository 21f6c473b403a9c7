'use client'

import type { QueryClient } from '@tanstack/react-query'
import { createStore } from '#components/ui/browser/store.ts'
import { closeToast, toast } from '#components/ui/toast/toast.ts'
import type { WorkItem } from '#lib/work/contract.ts'

/** What this person has under way and what has lately ended, as the header and its panel follow it. */
export const WORK_KEY = ['work'] as const

const panel = createStore(false)
export const useWorkPanel = panel.use

/** Opens or closes the panel in the header, from wherever something of it was named. */
export function showWork(open = true): void {
  panel.set(open)
}

/** The words with which something began go when it has ended: then there are others. */
const begun = new Map<string, string>()

/** Something has begun: it is in the header at once, and a toast says so. */
export async function putWork(queries: QueryClient, item: WorkItem, words: { title: string; show: string }) {
  const action = { label: words.show, onPress: () => showWork() }
  begun.set(item.job.id, toast({ title: words.title, action }))
  await queries.cancelQueries({ queryKey: WORK_KEY })
  queries.setQueryData<WorkItem[]>(WORK_KEY, (known = []) => [
    item,
    ...known.filter(({ job }) => job.id !== item.job.id),
  ])
  void lookAgain(queries)
}

export function forgetBeginning(id: string): void {
  const toastId = begun.get(id)
  if (toastId) closeToast(toastId)
  begun.delete(id)
}

/** After something was cancelled or resumed: how it stands is asked for now, and not in a second. */
export function lookAgain(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: WORK_KEY })
}
