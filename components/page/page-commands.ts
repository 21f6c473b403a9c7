'use client'

import { useEffect, useEffectEvent } from 'react'
import { createStore } from '#components/ui/browser/store.ts'

/** What the present page can do, for the palette. */
type PageCommand = {
  key: 'downloadPhotos' | 'addPerson' | 'importPeople' | 'invitePerson'
  run: () => void
}

const commands = createStore<readonly PageCommand[]>([])

/** Offers something in the palette while the component is on the page. */
export function usePageCommand(key: PageCommand['key'], run: () => void): void {
  const current = useEffectEvent(run)
  useEffect(() => {
    const command = { key, run: () => current() }
    commands.set([...commands.get(), command])
    return () => commands.set(commands.get().filter(other => other !== command))
  }, [key])
}

export const usePageCommands = commands.use
