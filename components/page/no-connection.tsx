'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { LiveText } from '#components/ui/announce.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon } from '#components/ui/icons.ts'
import { Spinner } from '#components/ui/spinner.tsx'

/** Shown instead of a page while the desk cannot be reached; the desk is tried until it answers. */
export function NoConnection({ level, action }: { level?: 'h1' | 'h2'; action?: ReactNode }) {
  const t = useTranslations('app.offline')
  return (
    <EmptyState title={t('title')} mark={<Icon of={AlertIcon} />} action={action} {...(level && { level })}>
      <LiveText>{t('text')}</LiveText>
      <p className="mt-4 flex items-center justify-center gap-2 text-sm">
        <Spinner />
        {t('trying')}
      </p>
    </EmptyState>
  )
}
