'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import type { CheckFacts } from '#lib/imports/check/running-check.ts'

/** In the order in which they matter to whoever is about to press the button. */
const COUNTED = ['new', 'different', 'equal', 'conflict', 'invalid', 'excluded'] as const

type SummarySentenceProps = { facts: CheckFacts; reinvited: number }

/** What will happen, in one sentence before the button, and whom the service will write to. */
export function SummarySentence({ facts: { summary, cleaned }, reinvited }: SummarySentenceProps) {
  const t = useTranslations('imports.check.summary')
  const format = useFormatter()
  const parts = COUNTED.filter(kind => summary[kind] > 0).map(kind => t(kind, { count: summary[kind] }))
  const cells = cleaned.spaces + cleaned.invisible
  return (
    <>
      <p className="text-text" data-testid="import-summary">
        {format.list(parts)}. {t('invited', { count: summary.new })}{' '}
        {reinvited > 0 && t('reinvited', { count: reinvited })}
      </p>
      {cells > 0 && <p className="text-sm">{t('cleaned', { count: cells })}</p>}
    </>
  )
}
