'use client'

import { useTranslations } from 'use-intl/react'
import { Progress } from '#components/ui/progress.tsx'
import type { RosterProgress as Loaded } from '#lib/employees/people-contract.ts'

/**
 * Shows how far the roster is loaded: until it is complete, the matches are incomplete too. Where only a bar has
 * room, the text is for screen readers, and the search field shows the numbers.
 */
export function RosterProgress({ loaded, roster_total }: Loaded) {
  const t = useTranslations('employees.find')
  const words = roster_total === null ? t('loading') : t('loaded', { loaded, total: roster_total })
  return (
    <div className="absolute inset-0 flex items-center justify-end gap-3 whitespace-nowrap text-muted text-sm">
      <span className="sr-only tabular-nums @min-[17rem]:not-sr-only">{words}</span>
      <span className="hidden w-24 @min-[3rem]:block">
        <Progress label={words} value={loaded} max={roster_total} />
      </span>
    </div>
  )
}
