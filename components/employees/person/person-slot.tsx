'use client'

import { lazy, Suspense } from 'react'
import { ConflictHost } from '#components/employees/edit/conflicts.tsx'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { useOnceOpen } from '#components/ui/popup/use-once-open.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { useOpenPerson } from './open-person.ts'

/** Loads the code of the sheet when the user first points at an employee. */
export const loadPersonSheet = loadWithRetry(() => import('./person-sheet.tsx'))
const PersonSheet = lazy(loadPersonSheet)

/**
 * Place of the sheet above the table. Its code is loaded when the first employee is opened. The question of a
 * conflict belongs to whichever of the two is in front.
 */
export function PersonSlot({ project, editable }: { project: Project; editable: boolean }) {
  const open = useOpenPerson(project.id)
  const used = useOnceOpen(open.employeeId !== null)
  return (
    <>
      {used && (
        <Suspense>
          <PersonSheet project={project} editable={editable} open={open} />
        </Suspense>
      )}
      {open.employeeId === null && <ConflictHost />}
    </>
  )
}
