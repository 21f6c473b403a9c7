'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { MenuIcon } from '#components/ui/icons.ts'
import { Sheet } from '#components/ui/sheet.tsx'
import type { Theme } from '#lib/preferences/contract.ts'
import type { ServiceState } from '#lib/service/contract.ts'
import { ConnectionState } from './connection-state.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { MainNav } from './main-nav.tsx'
import type { DeskPage } from './pages.ts'
import { ThemeSwitch } from './theme-switch.tsx'

type MenuSheetProps = { pages: DeskPage[]; theme: Theme; service: ServiceState | undefined }

/** On narrow screens: what the bar has no room for. */
export function MenuSheet({ pages, theme, service }: MenuSheetProps) {
  const t = useTranslations('shell')
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('menu')}
        aria-haspopup="dialog"
        className="lg:hidden"
        onClick={() => setOpen(true)}
      >
        <MenuIcon />
      </IconButton>
      <Sheet open={open} onOpenChange={setOpen} title={t('menu')}>
        <div className="grid gap-6 px-3 py-4">
          <MainNav pages={pages} look="list" onLeave={() => setOpen(false)} />
          <ConnectionState initial={service} className="h-auto min-h-9 justify-start whitespace-normal" />
          <div className="grid justify-items-start gap-3 px-2">
            <LanguageSwitch />
            <ThemeSwitch theme={theme} />
          </div>
        </div>
      </Sheet>
    </>
  )
}
