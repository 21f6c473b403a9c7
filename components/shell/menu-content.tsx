'use client'

import type { MouseEvent } from 'react'
import type { Theme } from '#lib/preferences/themes.ts'
import type { ServiceState } from '#lib/service/contract.ts'
import { ConnectionState } from './connection-state.tsx'
import { MainNav } from './main-nav.tsx'
import type { DeskPage } from './pages.ts'
import { LanguageSwitch, ThemeSwitch } from './preference-switches.tsx'

export type MenuOffer = { pages: DeskPage[]; theme: Theme; service: ServiceState | undefined }

/** Pages, connection, language and theme; its code loads on first opening. */
export function MenuContent({ pages, theme, service, onLeave }: MenuOffer & { onLeave: () => void }) {
  /** Closes the menu on any link, also on a link to the current page. */
  function leaveByLink({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('a')) onLeave()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nobody presses it; it hears that one of its links was pressed.
    <div role="presentation" onClick={leaveByLink} className="grid gap-6 px-3 py-4">
      <MainNav pages={pages} look="list" />
      <ConnectionState initial={service} look="list" />
      <div className="grid justify-items-start gap-3 px-2">
        <LanguageSwitch />
        <ThemeSwitch theme={theme} />
      </div>
    </div>
  )
}
