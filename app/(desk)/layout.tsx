import type { ReactNode } from 'react'
import { DeskShell } from '#components/shell/desk-shell.tsx'
import { listOwnBatches } from '#lib/batches/batches.ts'
import { Texts } from '#lib/i18n/texts.tsx'
import { getPageClient, getPageConnection, getPageUser } from '#lib/session/page-guards.ts'
import { canEditEmployees } from '#lib/session/permissions.ts'
import { getEnv } from '#lib/settings/env.ts'

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const user = await getPageUser()
  if (!user)
    return (
      <main id="content" className="grid grow place-content-center">
        {children}
      </main>
    )
  const [connection, client, batches] = await Promise.all([
    getPageConnection(),
    getPageClient(),
    listOwnBatches(user, undefined),
  ])
  const service = client ? { ...client.budget.state(), ...client.breaker.state() } : undefined
  return (
    <Texts of="desk">
      <DeskShell
        appName={getEnv().appName}
        user={user}
        connection={connection}
        service={service}
        batches={!canEditEmployees(user) ? 'not-allowed' : batches.length > 0 ? 'some' : 'none'}
      >
        {children}
      </DeskShell>
    </Texts>
  )
}
