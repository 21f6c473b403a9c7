'use client'

import { useEffect, useEffectEvent } from 'react'
import { createStore } from '#components/ui/browser/store.ts'

/** Number of times that a user has signed in again while this page stayed open. */
const returns = createStore(0)

export function publishSignedInAgain(): void {
  returns.set(returns.get() + 1)
}

/** Runs after the user has signed in again, to repeat what was refused as signed out. */
export function useSignedInAgain(onReturn: () => void): void {
  const tell = useEffectEvent(onReturn)
  useEffect(() => returns.subscribe(() => tell()), [])
}
