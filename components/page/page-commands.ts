'use client'

import { useEffect, useEffectEvent } from 'react'
import { createStore } from '#components/ui/browser/store.ts'

/** What the present page can do, for the palette. */
type PageCommand = {
  key: 'downloadPhotos' | 'addPerson' | 'importPeople' | 'invitePerson'
  run: () => void
}

const commands = createStore<readonly PageCommand[]>([])

/** Offers something in the palette while the component is on the page; null: at present it has nothing to do. */
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
