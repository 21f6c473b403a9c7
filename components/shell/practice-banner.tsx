'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/desk-api/desk-request.ts'

/** Shown on every page of practice mode until dismissed, so that no user takes simulated employees for real ones. */
export function PracticeBanner() {
  const t = useTranslations('app')
  const [read, setRead] = useState(false)
  if (read) return null

  function putAway() {
    moveFocus('h1')
    setRead(true)
    const body = { practice_read: true } as const
    // If this request fails, the note appears again after a reload, which does no harm.
    deskCommand(paths.api.preferences(), { method: 'PUT', body }).catch(() => {})
  }

  return (
    <aside
      aria-label={t('practiceLabel')}
      className="flex items-center gap-2 border-line border-b bg-warning-soft ps-4 pe-2 text-sm"
    >
      <p className="grow py-1.5 text-center">{t('practice')}</p>
      <IconButton small label={t('practiceRead')} onClick={putAway}>
        <Icon of={CloseIcon} />
      </IconButton>
    </aside>
  )
}
