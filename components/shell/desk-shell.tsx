import type { ReactNode } from 'react'
import { ConnectionProvider } from '#components/page/connection-provider.tsx'
import { LiveRegion } from '#components/ui/toast/live-region.tsx'
import { Toaster } from '#components/ui/toast/toaster.tsx'
import type { Connection } from '#lib/contracts/session.ts'
import { QueryProvider } from './query-provider.tsx'

type DeskShellProps = {
  connection: Connection
  /** The bar above the page. */
  bar: ReactNode
  /** The running work, bottom right. */
  dock: ReactNode
  children: ReactNode
}

/** What stays while a person moves around: the bar above, the running work below, and what has been read. */
export function DeskShell({ connection, bar, dock, children }: DeskShellProps) {
  return (
    <QueryProvider>
      <ConnectionProvider connection={connection}>
        {bar}
        <main
          id="content"
          className="mx-auto w-full max-w-[77rem] grow px-4 py-6 sm:px-6 [&:has(+section)]:pb-48"
        >
          {children}
        </main>
        {dock}
        <LiveRegion />
        <Toaster />
      </ConnectionProvider>
    </QueryProvider>
  )
}
