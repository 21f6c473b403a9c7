'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { keepFootRoom } from '#components/ui/browser/foot-room.ts'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'

type SelectionBarProps = {
  label: string
  /** "12 selected". */
  summary: ReactNode
  onClear: () => void
  children: ReactNode
}

/**
 * Actions for the selected rows, at the bottom of the window while any are selected: the page ends above it. On a
 * phone it has two lines.
 */
export function SelectionBar({ label, summary, onClear, children }: SelectionBarProps) {
  const t = useTranslations('ui')
  return (
    <section
      ref={keepRoom}
      aria-label={label}
      className="selection-bar foot-strip fixed inset-x-0 bottom-(--above-tour) z-20 border-line border-t bg-raised"
    >
      <div className="mx-auto flex w-full max-w-[77rem] flex-wrap items-center gap-x-3 gap-y-1 py-2 ps-4 pe-2 max-sm:gap-x-1 sm:ps-6 sm:pe-4">
        <p className="grow font-medium text-sm tabular-nums max-sm:basis-0">{summary}</p>
        <div className="flex flex-wrap items-center gap-1.5 max-sm:order-last max-sm:basis-full max-sm:pe-2 max-sm:pb-1">
          {children}
        </div>
        <IconButton label={t('clearSelection')} onClick={onClear}>
          <Icon of={CloseIcon} />
        </IconButton>
      </div>
    </section>
  )
}

/** The page ends above the bar. */
const keepRoom = keepFootRoom('selection')
