import type { ReactNode } from 'react'
import { ConnectionProvider } from '#components/page/connection-provider.tsx'
import { Toaster } from '#components/ui/toast/toaster.tsx'
import type { Connection, User } from '#lib/contracts/session.ts'
import { OfflineScreen } from './offline-screen.tsx'
import { QueryProvider } from './query-provider.tsx'

type DeskShellProps = {
  connection: Connection
  user: User
  /** Administrators to contact for tasks that only they can do. */
  administrators: string[]
  /** The bar above the page, and the footer below it. */
  bar: ReactNode
  foot: ReactNode
  children: ReactNode
}

/**
 * Frame that stays during navigation: the bar, and the query cache. The room at the end of each page is for the
 * selection bar.
 */
export function DeskShell({ connection, user, administrators, bar, foot, children }: DeskShellProps) {
  return (
    <QueryProvider>
      <ConnectionProvider connection={connection} user={user} administrators={administrators}>
        {bar}
        <main id="content" className="mx-auto w-full max-w-[77rem] grow px-4 pt-6 pb-20 sm:px-6">
          {children}
        </main>
        {foot}
        <OfflineScreen />
        <Toaster />
      </ConnectionProvider>
    </QueryProvider>
  )
}
