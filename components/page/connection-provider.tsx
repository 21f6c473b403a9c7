'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Connection } from '#lib/contracts/session.ts'

const ConnectionContext = createContext<Connection>({ connected: false, by: null })

/** Who has connected the desk, for what a browser draws: practice mode has nothing to connect. */
export function ConnectionProvider({
  connection,
  children,
}: {
  connection: Connection
  children: ReactNode
}) {
  return <ConnectionContext value={connection}>{children}</ConnectionContext>
}

export function useConnection(): Connection {
  return useContext(ConnectionContext)
}
