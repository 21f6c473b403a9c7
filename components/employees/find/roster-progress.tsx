'use client'

import { useTranslations } from 'use-intl/react'
import { Progress } from '#components/ui/progress.tsx'
import type { RosterProgress as Loaded } from '#lib/employees/people-contract.ts'

/** As long as not everybody is known, what is found is not all that there is: the screen says how far it is. */
export default function RosterProgress({ loaded, roster_total }: Loaded) {
  const t = useTranslations('employees.find')
  const words = roster_total === null ? t('loading') : t('loaded', { loaded, total: roster_total })
  return (
    <div className="flex items-center gap-3 whitespace-nowrap text-muted text-sm">
      <output className="tabular-nums">{words}</output>
      <span className="w-24 shrink-0">
        <Progress label={words} value={loaded} max={roster_total} />
      </span>
    </div>
  )
}
