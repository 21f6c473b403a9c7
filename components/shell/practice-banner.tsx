'use client'

import { useTranslations } from 'use-intl/react'
import { z } from 'zod/mini'
import { IconButton } from '#components/ui/icon-button.tsx'
import { CloseIcon } from '#components/ui/icons.ts'
import { createSessionValue } from './session-value.ts'

const dismissed = createSessionValue('practice-read', z.boolean(), false)

/** On every page of practice mode until a person has read it, so that nobody takes made-up people for real ones. */
export function PracticeBanner() {
  const t = useTranslations('app')
  if (dismissed.use()) return null
  return (
    <aside
      aria-label={t('practiceLabel')}
      className="flex items-center gap-2 border-line border-b bg-warning-soft ps-4 pe-2 text-sm"
    >
      <p className="grow py-1.5 text-center">{t('practice')}</p>
      <IconButton small label={t('practiceRead')} onClick={() => dismissed.set(() => true)}>
        <CloseIcon />
      </IconButton>
    </aside>
  )
}
