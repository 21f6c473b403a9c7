'use client'

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** What the present page can do, for the palette. */
type PageCommand = {
  key: 'downloadPhotos' | 'addPerson' | 'importPeople' | 'invitePerson'
  run: () => void
}

const NONE: readonly PageCommand[] = []
let commands = NONE
const listeners = new Set<() => void>()

/** Offers something in the palette while the component is on the page. */
export function usePageCommand(key: PageCommand['key'], run: () => void): void {
  const current = useEffectEvent(run)
  useEffect(() => {
    const command = { key, run: () => current() }
    put([...commands, command])
    return () => put(commands.filter(other => other !== command))
  }, [key])
}

export function usePageCommands(): readonly PageCommand[] {
  return useSyncExternalStore(subscribe, getCommands, getNone)
}

function put(next: readonly PageCommand[]): void {
  commands = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function getCommands(): readonly PageCommand[] {
  return commands
}

function getNone(): readonly PageCommand[] {
  return NONE
}
