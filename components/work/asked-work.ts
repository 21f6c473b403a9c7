'use client'

import { showWork } from '#components/jobs/work.ts'
import { createStore } from '#components/ui/browser/store.ts'
import type { WorkItem } from '#lib/work/contract.ts'

/** Of what a dialog tells more: the people of a batch, or what comes of cancelling an import. */
const asked = createStore<WorkItem | null>(null)
export const useAskedWork = asked.use

/** The panel makes room for the dialog. */
export function askAboutWork(item: WorkItem | null): void {
  if (item) showWork(false)
  asked.set(item)
}
