'use client'

import { createStore } from '#components/ui/browser/store.ts'
import { type Conflict, ConflictDialog } from './conflict-dialog.tsx'

/** Conflicts that wait for an answer; `ask-conflict.ts` adds to them. */
export const conflicts = createStore<readonly Conflict[]>([])

/** Shows the dialogs of waiting conflicts, one after another. */
export function ConflictHost() {
  const [conflict] = conflicts.use()
  return conflict && <ConflictDialog key={conflict.employee.id} conflict={conflict} />
}
