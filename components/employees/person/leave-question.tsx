'use client'

import { useTranslations } from 'use-intl/react'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import type { Leaving } from './use-leaving.ts'

export function LeaveQuestion({ leaving }: { leaving: Leaving }) {
  const t = useTranslations('person.leave')
  return (
    <ConfirmDialog
      open={leaving.asking}
      onOpenChange={leaving.stay}
      title={t('question')}
      confirmLabel={t('confirm')}
      onConfirm={leaving.confirm}
    >
      {t('text')}
    </ConfirmDialog>
  )
}
