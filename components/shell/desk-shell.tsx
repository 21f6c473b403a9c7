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
  children: ReactNode
}

/**
 * What stays while a person moves around: the bar above, and what has been read. The room at the end of each page lets its
 * last control out from under a toast.
 */
export function DeskShell({ connection, bar, children }: DeskShellProps) {
  return (
    <QueryProvider>
      <ConnectionProvider connection={connection}>
        {bar}
        <main id="content" className="mx-auto w-full max-w-[77rem] grow px-4 pt-6 pb-20 sm:px-6">
          {children}
        </main>
        <LiveRegion />
        <Toaster />
      </ConnectionProvider>
    </QueryProvider>
  )
}
