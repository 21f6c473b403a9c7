import type { ReactNode } from 'react'
import { HelpButton } from '#components/help/help-button.tsx'
import { PaletteButton } from '#components/palette/palette-button.tsx'
import { ProjectSwitcher } from '#components/projects/project-switcher.tsx'
import { listPages } from '#components/shell/pages.ts'
import { TopBar } from '#components/shell/top-bar.tsx'
import { WorkButton } from '#components/work/work-button.tsx'
import type { User } from '#lib/contracts/session.ts'
import { deskApi } from './desk-api.ts'
import { SERVICE_WELL } from './desk-routes.ts'

export const ADMIN: User = { id: '2', email: 'hr@example.com', role: 'admin' }

/** The list of work, which follows running jobs. */
export function Work({ running = 0 }: { running?: number }): ReactNode {
  return <WorkButton known={{ running, paused: 0, ended: 0, share: null, trouble: false }} />
}

/** The bar of an administrator, as in `app/(desk)/layout.tsx`. */
export function Bar({ service = SERVICE_WELL, running = 0 } = {}): ReactNode {
  const pages = listPages(ADMIN)
  return (
    <TopBar
      appName="Portrait Desk"
      user={ADMIN}
      service={service}
      pages={pages}
      theme="system"
      switcher={<ProjectSwitcher projects={[deskApi.project]} />}
      tools={
        <>
          <Work running={running} />
          <PaletteButton pages={pages} theme="system" />
          <HelpButton />
        </>
      }
    />
  )
}
