'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Connection, User } from '#lib/contracts/session.ts'

type Situation = {
  connection: Connection
  /** Null on pages that need no sign-in. */
  user: User | null
  /** E-mail addresses of users who can enter a key. */
  administrators: readonly string[]
}

const SituationContext = createContext<Situation>({
  connection: { connected: false, by: null },
  user: null,
  administrators: [],
})

/** The signed-in user, the desk's connection, and the administrators to contact when it fails. */
export function ConnectionProvider({ children, ...situation }: Situation & { children: ReactNode }) {
  return <SituationContext value={situation}>{children}</SituationContext>
}

/** Returns whether the desk is connected, and which party connected it; practice mode has nothing to connect. */
export function useConnection(): Connection {
  return useContext(SituationContext).connection
}

export function useUser(): User | null {
  return useContext(SituationContext).user
}

export function useAdministrators(): readonly string[] {
  return useContext(SituationContext).administrators
}
