'use client'

import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { takeWanted, useWantedEverywhere } from '#components/page/find-everywhere.ts'
import type { DeskPage } from '#components/shell/pages.ts'
import { isComposing } from '#components/ui/browser/is-composing.ts'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { SearchIcon } from '#components/ui/icons.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Theme } from '#lib/preferences/themes.ts'

type PaletteButtonProps = { pages: DeskPage[]; theme: Theme }

const Palette = lazy(loadWithRetry(() => import('./palette.tsx')))

/** Opens the palette, as Ctrl K or ⌘ K does anywhere; its code loads on first use. */
export function PaletteButton({ pages, theme }: PaletteButtonProps) {
  const t = useTranslations('shell.palette')
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const wanted = useWantedEverywhere()
  /**
   * True while the field is loading: until it has the focus, typed letters are kept here for it and reach nothing
   * behind.
   */
  const isAwaited = useRef(false)

  function change(toOpen: boolean) {
    isAwaited.current = toOpen
    if (toOpen) setQuery('')
    setOpen(toOpen)
  }

  const takeOver = useEffectEvent((words: string) => {
    takeWanted()
    change(true)
    setQuery(words)
  })

  useEffect(() => {
    if (wanted !== null) takeOver(wanted)
  }, [wanted])

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const isCommand = ctrlKey || metaKey
    if (isComposing(event) || altKey) return
    if (key.toLowerCase() === 'k' && isCommand && !shiftKey) change(!open)
    else if (!open || !isAwaited.current || isCommand) return
    else if (key === 'Escape') change(false)
    else if (key === 'Backspace') setQuery(typed => typed.slice(0, -1))
    else if (key.length === 1) setQuery(typed => typed + key)
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
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
        onClick={() => change(true)}
      >
        <Icon of={SearchIcon} />
        <span className="sr-only">{t('open')}</span>
        <Kbd className="max-xl:hidden">{t('keys')}</Kbd>
      </Button>
      <Dialog open={open} onOpenChange={change} title={t('title')} size="large">
        <Suspense fallback={<Skeleton className="m-5 h-86" />}>
          <Palette
            pages={pages}
            theme={theme}
            query={query}
            onQueryChange={setQuery}
            onThere={() => {
              isAwaited.current = false
            }}
            onDone={() => change(false)}
          />
        </Suspense>
      </Dialog>
    </>
  )
}
