import type { ReactNode } from 'react'
import { PaletteButton } from '#components/palette/palette-button.tsx'
import { ProjectSwitcherSlot } from '#components/projects/project-switcher-slot.tsx'
import { DeskShell } from '#components/shell/desk-shell.tsx'
import { listPages } from '#components/shell/pages.ts'
import { TopBar } from '#components/shell/top-bar.tsx'
import { WorkButton } from '#components/work/work-button.tsx'
import { WorkDock } from '#components/work/work-dock.tsx'
import { listOwnBatches } from '#lib/batches/batches.ts'
import { getPageClient, getPageConnection, getPageUser } from '#lib/handlers/page-guards.ts'
import { Texts } from '#lib/i18n/texts.tsx'
import { getTheme } from '#lib/preferences/chosen.ts'
import { canEditEmployees } from '#lib/session/permissions.ts'
import { getEnv } from '#lib/settings/env.ts'

/** Puts the desk together: the shell knows no feature, and is handed here what it shows of them. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const user = await getPageUser()
  if (!user)
    return (
      <main id="content" className="grid grow place-content-center">
        {children}
      </main>
    )
  const [connection, client, batches, theme] = await Promise.all([
    getPageConnection(),
    getPageClient(),
    listOwnBatches(user, undefined),
    getTheme(),
  ])
  const service = client ? { ...client.budget.state(), ...client.breaker.state() } : undefined
  const own = !canEditEmployees(user) ? 'not-allowed' : batches.length > 0 ? 'some' : 'none'
  const pages = listPages(user)
  return (
    <Texts of="desk">
      <DeskShell
        connection={connection}
        bar={
          <TopBar
            appName={getEnv().appName}
            user={user}
            service={service}
            pages={pages}
            theme={theme}
            switcher={<ProjectSwitcherSlot />}
            tools={
              <>
                <WorkButton />
                <PaletteButton pages={pages} theme={theme} />
              </>
            }
          />
        }
        dock={<WorkDock own={own} />}
      >
        {children}
      </DeskShell>
    </Texts>
  )
}
