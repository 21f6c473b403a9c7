'use client'

import { ConnectionState } from './connection-state.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { MainNav } from './main-nav.tsx'
import type { MenuSheetProps } from './menu-sheet.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Pages, connection, language and theme; its code comes with the first opening. */
export default function MenuContent({
  pages,
  theme,
  service,
  onLeave,
}: MenuSheetProps & { onLeave: () => void }) {
  return (
    <div className="grid gap-6 px-3 py-4">
      <MainNav pages={pages} look="list" onLeave={onLeave} />
      <ConnectionState initial={service} look="list" />
      <div className="grid justify-items-start gap-3 px-2">
        <LanguageSwitch />
        <ThemeSwitch theme={theme} />
      </div>
    </div>
  )
}
