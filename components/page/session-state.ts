'use client'

import { useEffect, useEffectEvent } from 'react'
import { createStore } from '#components/ui/browser/store.ts'

/** How often somebody has signed in again while this page stayed open. */
const returns = createStore(0)

export function tellSignedInAgain(): void {
  returns.set(returns.get() + 1)
}

/** For what was refused because nobody was signed in: it can be done now. */
export function useSignedInAgain(onReturn: () => void): void {
  const tell = useEffectEvent(onReturn)
  useEffect(() => returns.subscribe(() => tell()), [])
}
