'use client'

import { useTranslations } from 'use-intl/react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type LeaveQuestionProps = { open: boolean; onStay: () => void; onLeave: () => void }

/** Asks before typed text is lost. */
export function LeaveQuestion({ open, onStay, onLeave }: LeaveQuestionProps) {
  const t = useTranslations('ui.leave')
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onStay}
      title={t('question')}
      confirmLabel={t('confirm')}
      onConfirm={onLeave}
    >
      {t('text')}
    </ConfirmDialog>
  )
}
