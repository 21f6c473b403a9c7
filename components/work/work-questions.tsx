'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { BatchResults } from '#components/batches/batch-results.tsx'
import { useCancelImport } from '#components/imports/work/use-import.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { findFocusTarget } from '#components/ui/browser/focus.ts'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import type { Import } from '#lib/contracts/imports.ts'
import { askAboutWork, useAskedWork } from './asked-work.ts'

/** Dialogs that are opened from the panel; they stay when it closes. */
export default function WorkQuestions() {
  const asked = useAskedWork()
  const [shown, setShown] = useState(asked)
  if (asked && asked !== shown) setShown(asked)
  const open = asked !== null
  if (shown?.kind === 'batch')
    return <BatchResults key={shown.job.id} batch={shown.job} open={open} onOpenChange={close} />
  if (shown?.kind === 'import') return <CancelImport key={shown.job.id} of={shown.job} open={open} />
  return null
}

function CancelImport({ of: { id, counts }, open }: { of: Import; open: boolean }) {
  const t = useTranslations('work.import')
  const sentence = useErrorSentence()
  const cancel = useCancelImport(id)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={close}
      returnFocus={() => findFocusTarget('#work')}
      title={t('cancelTitle')}
      confirmLabel={t('cancel')}
      keepLabel={t('keep')}
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: close })}
    >
      <p>{t('cancelText', { count: counts.waiting })}</p>
      <LiveText className="mt-2 text-danger">{cancel.error && sentence(cancel.error)}</LiveText>
    </ConfirmDialog>
  )
}

function close() {
  askAboutWork(null)
}
