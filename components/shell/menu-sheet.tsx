'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Icon } from '#components/ui/icon.ts'
import { MenuIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { Sheet } from '#components/ui/popup/sheet.tsx'
import { MenuContent, type MenuOffer } from './menu-content.tsx'

/** Menu for narrow screens: the content that does not fit into the bar. */
export function MenuSheet({ pages, theme, service }: MenuOffer) {
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
        <Icon of={MenuIcon} />
      </IconButton>
      <Sheet open={open} onOpenChange={setOpen} title={t('menu')}>
        <MenuContent pages={pages} theme={theme} service={service} onLeave={() => setOpen(false)} />
      </Sheet>
    </>
  )
}
