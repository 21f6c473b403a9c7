'use client'

import { showWork } from '#components/jobs/work.ts'
import { createStore } from '#components/ui/browser/store.ts'
import type { WorkItem } from '#lib/work/contract.ts'

/** The job shown in a dialog: the employees of a batch, or the confirmation to cancel an import. */
const asked = createStore<WorkItem | null>(null)
export const useAskedWork = asked.use

/** Closes the panel to make room for the dialog. */
export function askAboutWork(item: WorkItem | null): void {
  if (item) showWork(false)
  asked.set(item)
}
