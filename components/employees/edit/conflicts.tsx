'use client'

import { lazy, Suspense } from 'react'
import { createStore } from '#components/ui/browser/store.ts'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import type { Conflict } from './conflict-dialog.tsx'

const ConflictDialog = lazy(whenOnline(() => import('./conflict-dialog.tsx')))

/** Those that wait for an answer; `ask-conflict.ts` adds to them. */
export const conflicts = createStore<readonly Conflict[]>([])

/** Where conflicts ask their question, one after another. */
export function ConflictHost() {
  const [conflict] = conflicts.use()
  return (
    conflict && (
      <Suspense>
        <ConflictDialog key={conflict.employee.id} conflict={conflict} />
      </Suspense>
    )
  )
}
