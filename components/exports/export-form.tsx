'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { announce } from '#components/ui/live-region.tsx'
import { RadioCards } from '#components/ui/radio-cards.tsx'
import { toDeskError } from '#lib/errors.ts'
import { type ExportRequestInput, exportAnswer } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'
import type { PhotoVariant, Project } from '#lib/portrait-api/contract.ts'
import { addRunningExport } from './running-exports.ts'
import { SizeChoice } from './size-choice.tsx'

/** Which photos, in which form. */
export default function ExportForm({ project, onDone }: { project: Project; onDone: () => void }) {
  const t = useTranslations('exports')
  const sentence = useTranslations('errors')
  const [variant, setVariant] = useState<PhotoVariant>('standard')
  const [size, setSize] = useState<number | null>(null)
  const start = useMutation({
    mutationFn: (body: ExportRequestInput) =>
      deskRequest(paths.api.exports(), exportAnswer, { method: 'POST', body }),
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (start.isPending) return
    const answer = await start.mutateAsync({ project_id: project.id, variant, size }).catch(() => null)
    if (!answer) return
    addRunningExport(answer.data.id, project.name)
    announce(t('card.announceStarted', { project: project.name }))
    onDone()
  }

  return (
    <form onSubmit={submit} className="grid gap-5 px-5 pt-1 pb-5">
      <div className="grid gap-1">
        <p className="font-medium text-sm">{t('dialog.who')}</p>
        <p>{t('dialog.everyone')}</p>
      </div>
      <RadioCards
        legend={t('dialog.format')}
        value={variant}
        onChange={setVariant}
        cards={[
          { value: 'standard', label: t('dialog.standard'), hint: t('dialog.standardHint') },
          { value: 'transparent', label: t('dialog.transparent'), hint: t('dialog.transparentHint') },
        ]}
      />
      <SizeChoice value={size} onChange={setSize} />
      <p className="text-muted text-sm">{t('dialog.names')}</p>
      {start.error && (
        <Alert tone="danger" live>
          {sentence(toDeskError(start.error).code)}
        </Alert>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('dialog.cancel')}</Button>
        <Button type="submit" variant="primary" busy={start.isPending}>
          {start.isPending ? t('dialog.starting') : t('dialog.start')}
        </Button>
      </div>
    </form>
  )
}
