'use client'

import { useTranslations } from 'use-intl/react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#components/ui/icons.ts'
import type { Neighbours } from './use-neighbours.ts'

type PersonStepsProps = { neighbours: Neighbours; onGo: (id: number | null) => void }

/** "17 of 431", and to the one before and after. At an end the button stays, so that the focus does. */
export function PersonSteps({ neighbours: { previous, next, position, total }, onGo }: PersonStepsProps) {
  const t = useTranslations('person.steps')
  if (position === null) return null
  return (
    <div className="flex items-center gap-0.5">
      <span aria-live="polite" className="px-1 text-muted text-sm tabular-nums max-sm:sr-only">
        {t('position', { position, total })}
      </span>
      <IconButton
        label={t('previous')}
        aria-disabled={previous === null || undefined}
        aria-keyshortcuts="ArrowLeft"
        onClick={() => onGo(previous)}
        className="aria-disabled:opacity-40"
      >
        <ChevronLeftIcon />
      </IconButton>
      <IconButton
        label={t('next')}
        aria-disabled={next === null || undefined}
        aria-keyshortcuts="ArrowRight"
        onClick={() => onGo(next)}
        className="aria-disabled:opacity-40"
      >
        <ChevronRightIcon />
      </IconButton>
    </div>
  )
}
