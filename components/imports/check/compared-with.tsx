'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { LiveText } from '#components/ui/announce.tsx'
import type { ImportPeople } from '#lib/contracts/imports.ts'

/** States the age of the compared data while the project may have changed since; the check repeats automatically. */
export function ComparedWith({ of: { reading, failed, as_of } }: { of: ImportPeople['meta'] }) {
  const t = useTranslations('imports.check.compared')
  const format = useFormatter()
  if (!as_of) return null
  const moment = format.dateTime(new Date(as_of), 'moment')
  if (failed)
    return (
      <Alert live title={t('failed', { moment })}>
        {t('failedText')}
      </Alert>
    )
  return reading && <LiveText className="text-muted text-sm">{t('reading', { moment })}</LiveText>
}
