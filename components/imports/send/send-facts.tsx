'use client'

import { useTranslations } from 'use-intl/react'
import type { Import } from '#lib/contracts/imports.ts'

const TENTHS = 10

/** "480 of 1,200 · 478 created · 2 refused · about 3 min left"; who listens hears every tenth. */
export function SendFacts({ of: { counts, planned, eta_seconds } }: { of: Import }) {
  const t = useTranslations('imports.send')
  const done = planned - counts.waiting
  const tenth = planned === 0 ? 0 : Math.floor((done / planned) * TENTHS) * TENTHS
  const facts = [
    t('done', { done, planned }),
    ...(['created', 'updated', 'already_there', 'refused', 'unknown'] as const)
      .filter(outcome => counts[outcome] > 0)
      .map(outcome => t(`outcomes.${outcome}`, { count: counts[outcome] })),
    eta_seconds !== null &&
      eta_seconds > 0 &&
      (eta_seconds < 60 ? t('seconds') : t('minutes', { minutes: Math.round(eta_seconds / 60) })),
  ].filter(Boolean)
  return (
    <>
      <p className="tabular-nums" data-testid="import-progress">
        {facts.join(' · ')}
      </p>
      <p aria-live="polite" className="sr-only">
        {t('announce', { percent: tenth })}
      </p>
    </>
  )
}
