'use client'

import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { DeskPage } from '#components/shell/pages.ts'
import { Button } from '#components/ui/button.tsx'
import { SearchIcon } from '#components/ui/icons.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import type { Theme } from '#lib/preferences/themes.ts'

type PaletteButtonProps = { pages: DeskPage[]; theme: Theme }

const Palette = lazy(() => import('./palette.tsx'))

/** Opens the palette, as Ctrl K or ⌘ K does from anywhere; its code comes with the first time. */
export function PaletteButton({ pages, theme }: PaletteButtonProps) {
  const t = useTranslations('shell.palette')
  const [open, setOpen] = useState(false)
  const toggle = useEffectEvent(() => setOpen(was => !was))

  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey || event.isComposing) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={t('open')}
        className="h-8 px-2"
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span className="sr-only">{t('open')}</span>
        <Kbd className="max-xl:hidden">{t('keys')}</Kbd>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('title')}>
        <Suspense fallback={<div className="h-96" />}>
          <Palette pages={pages} theme={theme} onDone={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  )
}
