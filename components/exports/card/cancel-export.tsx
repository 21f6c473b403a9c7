'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useUser } from '#components/page/connection-provider.tsx'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import type { Export } from '#lib/exports/contract.ts'
import { useCancelExport } from './use-export.ts'

type CancelExportProps = { of: Pick<Export, 'id' | 'owner_email' | 'project'> }

/**
 * Cancels an export. A user's own export can be started again, so only cancelling another user's export needs
 * confirmation.
 */
export function CancelExport({ of: { id, owner_email: owner, project } }: CancelExportProps) {
  const t = useTranslations('exports.card')
  const ask = useTranslations('exports.history.askCancel')
  const sentence = useErrorSentence()
  const isOwn = useUser()?.email === owner
  const [asking, setAsking] = useState(false)
  const cancel = useCancelExport(id)
  const press = () => cancel.mutate(undefined, { onSettled: () => setAsking(false) })
  return (
    <>
      <Button size="small" ownPress busy={cancel.isPending} onClick={isOwn ? press : () => setAsking(true)}>
        {cancel.isPending ? t('cancelling') : t('cancel')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={ask('title', { owner })}
        confirmLabel={t('cancel')}
        keepLabel={ask('keep')}
        busy={cancel.isPending}
        onConfirm={press}
      >
        <p>{ask('text', { owner, project: project.name })}</p>
      </ConfirmDialog>
      {cancel.error && <LiveText className="w-full text-danger text-sm">{sentence(cancel.error)}</LiveText>}
    </>
  )
}
