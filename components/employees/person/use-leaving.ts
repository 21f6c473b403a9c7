'use client'

import { useState } from 'react'
import { dropUnsaved, useUnsavedOf } from '#components/employees/edit/unsaved.ts'

/**
 * Leaves at once when nothing was typed since the sheet was opened; otherwise the person is asked first. What was kept
 * from before stays kept: it is not this visit that would lose it.
 */
export function useLeaving(employeeId: number) {
  const [wanted, setWanted] = useState<(() => void) | null>(null)
  const typed = useUnsavedOf(employeeId)
    .map(({ field, text }) => `${field} ${text}`)
    .join('\n')
  const [atFirst, setAtFirst] = useState({ employeeId, typed })
  if (atFirst.employeeId !== employeeId) setAtFirst({ employeeId, typed })

  function leave(go: () => void) {
    if (typed !== '' && typed !== atFirst.typed) setWanted(() => go)
    else go()
  }

  function confirm() {
    dropUnsaved(employeeId)
    setWanted(null)
    wanted?.()
  }

  return { asking: wanted !== null, leave, confirm, stay: () => setWanted(null) }
}

export type Leaving = ReturnType<typeof useLeaving>
