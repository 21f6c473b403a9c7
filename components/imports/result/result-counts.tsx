'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import type { Import } from '#lib/contracts/imports.ts'
import { isErrorCode } from '#lib/errors.ts'

const OUTCOMES = [
  'created',
  'updated',
  'already_there',
  'unchanged',
  'refused',
  'unknown',
  'not_sent',
] as const

/** The account: every line of the list is in exactly one of these numbers. */
export function ResultCounts({ of: { counts, error } }: { of: Import }) {
  const t = useTranslations('imports.result')
  const kinds = useTranslations('imports.kinds')
  const sentence = useTranslations('errors')
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-3" data-testid="import-account">
        {OUTCOMES.filter(outcome => counts[outcome] > 0).map(outcome => (
          <div key={outcome}>
            <dt className="text-muted text-sm">{kinds(outcome)}</dt>
            <dd className="font-semibold text-xl tabular-nums">{t('count', { count: counts[outcome] })}</dd>
          </div>
        ))}
      </dl>
      {error && isErrorCode(error) && <Alert tone="danger">{sentence(error)}</Alert>}
      {counts.unknown > 0 && <Alert tone="warning">{t('unknown', { count: counts.unknown })}</Alert>}
    </>
  )
}
