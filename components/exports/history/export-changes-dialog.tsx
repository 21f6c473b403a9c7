'use client'

import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { paths } from '#lib/address/paths.ts'
import { toDeskError } from '#lib/errors.ts'
import { type Export, exportChangesResponse } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { ExportChanges } from './export-changes.tsx'

type ExportChangesDialogProps = {
  exported: Export
  /** What its receiving system is called. */
  system: string
  open: boolean
  /** Somebody has asked for what is new, and there is nothing. */
  nothingNew: boolean
  onClose: () => void
  onTakeNew: () => void
  taking: boolean
}

/** What has changed since an export: above all, whose photo the receiving system must no longer show. */
export default function ExportChangesDialog({
  exported: { id, project, created_at },
  system,
  open,
  nothingNew,
  onClose,
  onTakeNew,
  taking,
}: ExportChangesDialogProps) {
  const t = useTranslations('exports.history.changes')
  const exports = useTranslations('exports')
  const sentence = useTranslations('errors')
  const format = useFormatter()
  const { data, error } = useQuery({
    queryKey: ['export-changes', id],
    queryFn: ({ signal }) => deskRequest(paths.api.exportChanges(id), exportChangesResponse, { signal }),
    enabled: open,
    staleTime: 0,
  })
  const at = format.dateTime(new Date(created_at), 'moment')
  const count = data?.data.filter(({ change }) => change === 'added' || change === 'changed').length ?? 0
  const isNothingNew = nothingNew && count === 0
  return (
    <Dialog
      open={open}
      onOpenChange={open => !open && onClose()}
      size="large"
      title={t('title')}
      description={t('of', { project: project.name, at })}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {count > 0 && (
            <Button variant="primary" busy={taking} onClick={onTakeNew}>
              {t('take', { count })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 p-5">
        {isNothingNew && <p>{exports('nothingNew', { system, at })}</p>}
        {error ? (
          <Alert tone="danger" live>
            {sentence(toDeskError(error).code)}
          </Alert>
        ) : data ? (
          <ExportChanges of={data} />
        ) : (
          <Skeleton shape="box" className="h-40 w-full" />
        )}
      </div>
    </Dialog>
  )
}
