'use client'

import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { CloseIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'

type SelectionBarProps = {
  label: string
  /** "12 selected". */
  summary: ReactNode
  onClear: () => void
  children: ReactNode
}

/** What can be done with the selected rows, at the foot of the screen as long as there are any. On a phone it has two lines. */
export function SelectionBar({ label, summary, onClear, children }: SelectionBarProps) {
  const t = useTranslations('ui')
  useEffect(keepClear, [])
  return (
    <section
      aria-label={label}
      className="selection-bar sticky bottom-[calc(1rem+var(--foot-room))] z-20 mx-auto flex w-fit max-w-full animate-settle flex-wrap items-center gap-x-3 gap-y-1 rounded-lg max-sm:gap-x-1 bg-raised py-2 ps-4 pe-2 shadow-high max-sm:w-full"
    >
      <p className="grow font-medium text-sm tabular-nums max-sm:basis-0">{summary}</p>
      <div className="flex flex-wrap items-center gap-1.5 max-sm:order-last max-sm:basis-full max-sm:pe-2 max-sm:pb-1">
        {children}
      </div>
      <IconButton label={t('clearSelection')} onClick={onClear}>
        <CloseIcon />
      </IconButton>
    </section>
  )
}

/** The page says that a bar lies at its foot. Styles ask for this word: with `:has()` each change anywhere made them ask anew. */
function keepClear() {
  document.documentElement.toggleAttribute('data-bar', true)
  return () => document.documentElement.removeAttribute('data-bar')
}
