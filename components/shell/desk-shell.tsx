import type { ReactNode } from 'react'
import type { OwnBatches } from '#components/batches/use-own-batches.ts'
import { LiveRegion } from '#components/ui/live-region.tsx'
import { Toaster } from '#components/ui/toaster.tsx'
import type { Connection, User } from '#lib/contracts/session.ts'
import type { ServiceState } from '#lib/service/contract.ts'
import { ConnectionProvider } from './connection-provider.tsx'
import { QueryProvider } from './query-provider.tsx'
import { TopBar } from './top-bar.tsx'
import { WorkDock } from './work-dock.tsx'

type DeskShellProps = {
  appName: string
  user: User
  connection: Connection
  /** What is known of the way to the service; undefined without a key. */
  service: ServiceState | undefined
  batches: OwnBatches
  children: ReactNode
}

/** What stays while a person moves around: the bar above, the running work below, and what has been read. */
export function DeskShell({ appName, user, connection, service, batches, children }: DeskShellProps) {
  return (
    <QueryProvider>
      <ConnectionProvider connection={connection}>
        <TopBar appName={appName} user={user} service={service} />
        <main
          id="content"
          className="mx-auto w-full max-w-[77rem] grow px-4 py-6 sm:px-6 [&:has(+section)]:pb-48"
        >
          {children}
        </main>
        <WorkDock own={batches} />
        <LiveRegion />
        <Toaster />
      </ConnectionProvider>
    </QueryProvider>
  )
}
