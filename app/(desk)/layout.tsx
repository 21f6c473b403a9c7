import type { ReactNode } from 'react'
import { DeskShell } from '#components/shell/desk-shell.tsx'
import { getEnv } from '#lib/env.ts'
import { getPageConnection, getPageUser } from '#lib/session/page-guards.ts'

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const user = await getPageUser()
  if (!user) return children
  return (
    <DeskShell appName={getEnv().appName} user={user} connection={await getPageConnection(user)}>
      {children}
    </DeskShell>
  )
}
