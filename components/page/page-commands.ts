'use client'

import { useEffect, useEffectEvent } from 'react'
import { createStore } from '#components/ui/browser/store.ts'

/** Commands of the current page, for the palette. */
type PageCommand = {
  key: 'downloadPhotos' | 'addPerson' | 'importPeople' | 'invitePerson'
  run: () => void
}

const commands = createStore<readonly PageCommand[]>([])

/** Offers a command in the palette while the component is on the page; null when it has no effect now. */
export function usePageCommand(key: PageCommand['key'], run: (() => void) | null): void {
  const isOffered = run !== null
  const current = useEffectEvent(() => run?.())
  useEffect(() => {
    if (!isOffered) return
    const command = { key, run: () => current() }
    commands.set([...commands.get(), command])
    return () => commands.set(commands.get().filter(other => other !== command))
  }, [key, isOffered])
}

export const usePageCommands = commands.use
