'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons.ts'

type SelectionBarProps = {
  label: string
  /** "12 selected". */
  summary: ReactNode
  onClear: () => void
  children: ReactNode
}

/** What can be done with the selected rows, at the foot of the screen as long as there are any. */
export function SelectionBar({ label, summary, onClear, children }: SelectionBarProps) {
  const t = useTranslations('ui')
  return (
    <section
      aria-label={label}
      className="sticky bottom-4 z-20 mx-auto flex w-fit max-w-full animate-settle flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-raised py-2 ps-4 pe-2 shadow-high"
    >
      <p className="grow font-medium text-sm tabular-nums" aria-live="polite">
        {summary}
      </p>
      <div className="flex flex-wrap items-center gap-1.5 max-sm:order-last max-sm:basis-full">
        {children}
      </div>
      <IconButton label={t('clearSelection')} onClick={onClear}>
        <CloseIcon />
      </IconButton>
    </section>
  )
}
