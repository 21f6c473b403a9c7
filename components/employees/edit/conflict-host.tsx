'use client'

import { lazy, Suspense } from 'react'
import { useConflict } from './conflicts.ts'

const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'))

/** The place of the question that a conflict asks. */
export function ConflictHost() {
  const conflict = useConflict()
  return (
    conflict && (
      <Suspense>
        <ConflictDialog key={conflict.employee.id} conflict={conflict} />
      </Suspense>
    )
  )
}
