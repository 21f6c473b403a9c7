'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Connection, User } from '#lib/contracts/session.ts'

type Situation = {
  connection: Connection
  /** Null on pages that nobody has to be signed in for. */
  user: User | null
  /** E-mails of those who can enter a key. */
  administrators: readonly string[]
}

const SituationContext = createContext<Situation>({
  connection: { connected: false, by: null },
  user: null,
  administrators: [],
})

/** Who is here, who has connected the desk, and whom to ask when that fails. */
export function ConnectionProvider({ children, ...situation }: Situation & { children: ReactNode }) {
  return <SituationContext value={situation}>{children}</SituationContext>
}

/** Who has connected the desk: practice mode has nothing to connect. */
export function useConnection(): Connection {
  return useContext(SituationContext).connection
}

export function useUser(): User | null {
  return useContext(SituationContext).user
}

export function useAdministrators(): readonly string[] {
  return useContext(SituationContext).administrators
}
