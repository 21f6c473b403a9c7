'use client'

import { createStore } from '#components/ui/browser/store.ts'
import { type Conflict, ConflictDialog } from './conflict-dialog.tsx'

/** Those that wait for an answer; `ask-conflict.ts` adds to them. */
export const conflicts = createStore<readonly Conflict[]>([])

/** Where conflicts ask their question, one after another. */
export function ConflictHost() {
  const [conflict] = conflicts.use()
  return conflict && <ConflictDialog key={conflict.employee.id} conflict={conflict} />
}
