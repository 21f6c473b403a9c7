'use client'

import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import type { Batch } from '#lib/batches/contract.ts'
import { BatchResultList } from './batch-result-list.tsx'
import { toRepeat } from './to-repeat.ts'
import { useStartBatch } from './use-start-batch.ts'

type BatchResultsProps = {
  batch: Batch
  project: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What became of each person, first those for whom it did not work; for them it can be tried again. */
export function BatchResults({ batch, project, open, onOpenChange }: BatchResultsProps) {
  const t = useTranslations('batches')
  const sentence = useErrorSentence()
  const again = useStartBatch({ name: project })
  const repeat = toRepeat(batch)

  function tryAgain() {
    if (repeat) again.mutate(repeat, { onSuccess: () => onOpenChange(false) })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      title={t('results', { count: batch.total })}
      description={t(`ended.${batch.action}`, { count: batch.done })}
      footer={
        repeat && (
          <>
            <p role="alert" className="me-auto self-center text-danger text-sm empty:hidden">
              {again.error && sentence(again.error)}
            </p>
            <Button busy={again.isPending} onClick={tryAgain}>
              {t('again', { count: repeat.employee_ids.length })}
            </Button>
          </>
        )
      }
    >
      <BatchResultList batch={batch} />
    </Dialog>
  )
}
