import type { ReactNode } from 'react'
import { PaletteButton } from '#components/palette/palette-button.tsx'
import { ProjectSwitcherSlot } from '#components/projects/project-switcher-slot.tsx'
import { DeskShell } from '#components/shell/desk-shell.tsx'
import { listPages } from '#components/shell/pages.ts'
import { TopBar } from '#components/shell/top-bar.tsx'
import { WorkButton } from '#components/work/work-button.tsx'
import { getPageClient, getPageConnection, getPageUser } from '#lib/handlers/page-guards.ts'
import { Texts } from '#lib/i18n/texts.tsx'
import { getTheme } from '#lib/preferences/chosen.ts'
import { getEnv } from '#lib/settings/env.ts'
import { listWork } from '#lib/work/list-work.ts'
import { measureWork } from '#lib/work/measure-work.ts'

/** Puts the desk together: the shell knows no feature, and is handed here what it shows of them. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const user = await getPageUser()
  if (!user)
    return (
      <main id="content" className="grid grow place-content-center">
        {children}
      </main>
    )
  const [connection, client, theme] = await Promise.all([getPageConnection(), getPageClient(), getTheme()])
  const service = client ? { ...client.budget.state(), ...client.breaker.state() } : undefined
  const work = measureWork(await listWork({ user, client }))
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
                <WorkButton known={work} />
                <PaletteButton pages={pages} theme={theme} />
              </>
            }
          />
        }
      >
        {children}
      </DeskShell>
    </Texts>
  )
}
