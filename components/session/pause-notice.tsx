'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import type { Pause } from './use-pause.ts'

/** The seconds count for the eye only: a screen reader hears once how long, and once that it is over. */
export function PauseNotice({ pause: { asked, left } }: { pause: Pause }) {
  const t = useTranslations('signIn.throttled')
  if (left === 0) return <Alert live>{t('over')}</Alert>
  return (
    <Alert tone="warning" live title={t('title')}>
      <span aria-hidden="true" className="tabular-nums">
        {t('wait', { seconds: left })}
      </span>
      <span className="sr-only">{t('wait', { seconds: asked })}</span>
    </Alert>
  )
}
