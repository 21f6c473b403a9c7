'use client'

import { lazy, Suspense } from 'react'
import { useSelection } from '#components/employees/state/selection-store.ts'
import { useOnceOpen } from '#components/ui/popup/use-once-open.ts'
import type { SelectionActionsProps } from './selection-actions.tsx'

const SelectionActions = lazy(() => import('./selection-actions.tsx'))

/** The place of the bar. Its code comes with the first selected row. */
export function SelectionSlot(props: Omit<SelectionActionsProps, 'selection'>) {
  const selection = useSelection(props.project.id)
  return (
    useOnceOpen(selection.ids.size > 0) && (
      <Suspense>
        <SelectionActions selection={selection} {...props} />
      </Suspense>
    )
  )
}
