import type { ReactNode } from 'react'
import { ExportsDock } from '#components/exports/exports-dock.tsx'
import type { Connection, User } from '#lib/session/contract.ts'
import { Announcer } from './announcer.tsx'
import { ConnectionProvider } from './connection-provider.tsx'
import { QueryProvider } from './query-provider.tsx'
import { TopBar } from './top-bar.tsx'

type DeskShellProps = { appName: string; user: User; connection: Connection; children: ReactNode }

/** What stays while a person moves around: the bar above, the running downloads below, and what has been read. */
export function DeskShell({ appName, user, connection, children }: DeskShellProps) {
  return (
    <QueryProvider>
      <TopBar appName={appName} user={user} connection={connection} />
      <main
        id="content"
        className="mx-auto w-full max-w-[77rem] grow px-4 py-6 sm:px-6 [&:has(+section)]:pb-48"
      >
        <ConnectionProvider connection={connection}>{children}</ConnectionProvider>
      </main>
      <ExportsDock />
      <Announcer />
    </QueryProvider>
  )
}
