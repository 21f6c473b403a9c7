import type { ReactNode } from 'react'
import { DeskShell } from '#components/shell/desk-shell.tsx'
import { getEnv } from '#lib/env.ts'
import { Texts } from '#lib/i18n/texts.tsx'
import { getPageClient, getPageConnection, getPageUser } from '#lib/session/page-guards.ts'

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const user = await getPageUser()
  if (!user)
    return (
      <main id="content" className="grid grow place-content-center">
        {children}
      </main>
    )
  const [connection, client] = await Promise.all([getPageConnection(), getPageClient()])
  const service = client ? { ...client.budget.state(), ...client.breaker.state() } : undefined
  return (
    <Texts of="desk">
      <DeskShell appName={getEnv().appName} user={user} connection={connection} service={service}>
        {children}
      </DeskShell>
    </Texts>
  )
}
