'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { toDeskError } from '#lib/errors.ts'
import { ExportFields } from './export-fields.tsx'
import type { ExportSubject } from './export-subject.ts'
import { useTargets } from './use-targets.ts'

const PLACES = ['scope', 'target', 'names']

/** Until the desk has told its targets, places of the size of what comes. */
export default function ExportForm({ onDone, ...subject }: ExportSubject & { onDone: () => void }) {
  const t = useTranslations('exports.dialog')
  const sentence = useTranslations('errors')
  const { data: targets, error, refetch } = useTargets()
  if (targets?.[0])
    return <ExportFields subject={subject} targets={targets} first={targets[0]} onDone={onDone} />
  if (error)
    return (
      <div className="grid justify-items-start gap-3 p-5">
        <Alert tone="danger" live className="w-full">
          {sentence(toDeskError(error).code)}
        </Alert>
        <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
      </div>
    )
  return (
    <div className="grid gap-5 p-5" aria-busy="true">
      {PLACES.map(place => (
        <Skeleton key={place} shape="box" className="h-24 w-full" />
      ))}
    </div>
  )
}
