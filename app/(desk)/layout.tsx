import type { ReactNode } from 'react'
import { HelpButton } from '#components/help/help-button.tsx'
import { TourOffer, TourSlot } from '#components/help/tour-slot.tsx'
import { PaletteButton } from '#components/palette/palette-button.tsx'
import { ProjectSwitcherSlot } from '#components/projects/project-switcher-slot.tsx'
import { PageAccount } from '#components/session/page-account.tsx'
import { SessionWatch } from '#components/session/session-watch.tsx'
import { DeskShell } from '#components/shell/desk-shell.tsx'
import { PageFoot } from '#components/shell/page-foot.tsx'
import { listPages } from '#components/shell/pages.ts'
import { TopBar } from '#components/shell/top-bar.tsx'
import { WorkButton } from '#components/work/work-button.tsx'
import { getPageClient, getPageConnection, getPageTimeLeft, getPageUser } from '#lib/handlers/page-guards.ts'
import { getTheme, isTourLeft } from '#lib/preferences/chosen.ts'
import { getServiceState } from '#lib/service/service-state.ts'
import { listAdministrators } from '#lib/session/accounts/manage-accounts.ts'
import { getEnv } from '#lib/settings/env.ts'
import { listWork } from '#lib/work/list-work.ts'
import { measureWork } from '#lib/work/measure-work.ts'

/** Composes the desk: the shell depends on no feature, and receives what it shows of them here. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const user = await getPageUser()
  if (!user)
    return (
      <main id="content" className="grid grow place-content-center">
        {children}
      </main>
    )
  const [connection, client, theme, left] = await Promise.all([
    getPageConnection(),
    getPageClient(),
    getTheme(),
    getPageTimeLeft(),
  ])
  const service = client ? getServiceState(client) : undefined
  const administrators = await listAdministrators()
  const work = measureWork(await listWork({ user, client }))
  const pages = listPages(user)
  const isTourOffered = getEnv().practice && !(await isTourLeft())
  return (
    <DeskShell
      foot={<PageFoot />}
      connection={connection}
      user={user}
      administrators={administrators}
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
              <HelpButton />
            </>
          }
        />
      }
    >
      <PageAccount id={user.id} />
      {isTourOffered && <TourOffer />}
      {children}
      {left && <SessionWatch left={left} />}
      <TourSlot />
    </DeskShell>
  )
}
