'use client'

import { useState } from 'react'
import { dropDraft, useHasDraft } from './drafts.ts'

/** Leaves at once when everything is saved; otherwise the person is asked first. */
export function useLeaving(employeeId: number) {
  const [wanted, setWanted] = useState<(() => void) | null>(null)
  const unsaved = useHasDraft(employeeId)

  function leave(go: () => void) {
    if (unsaved) setWanted(() => go)
    else go()
  }

  function confirm() {
    dropDraft(employeeId)
    setWanted(null)
    wanted?.()
  }

  return { asking: wanted !== null, leave, confirm, stay: () => setWanted(null) }
}

export type Leaving = ReturnType<typeof useLeaving>
