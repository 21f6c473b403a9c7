'use client'

import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl/react'
import { ReadAgain } from '#components/page/read-again.tsx'
import { toShown } from '#components/page/to-shown.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type Export, type ExportChange, exportChangesResponse } from '#lib/exports/contract.ts'
import { ExportChanges } from './export-changes.tsx'

/** Changes that the receiving system does not have yet. */
const NEWS = new Set<ExportChange['change']>(['added', 'changed', 'renamed'])

type ExportChangesDialogProps = {
  exported: Export
  /** Name of the receiving system. */
  system: string
  open: boolean
  /** True when the user asked for new photos and there are none. */
  nothingNew: boolean
  onClose: () => void
  onTakeNew: () => void
  taking: boolean
}

/** Shows the changes since an export: above all, whose photo the receiving system must no longer show. */
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
  const format = useFormatter()
  const read = useQuery({
    queryKey: ['export-changes', id],
    queryFn: ({ signal }) => deskRequest(paths.api.exportChanges(id), exportChangesResponse, { signal }),
    enabled: open,
    staleTime: 0,
  })
  const data = toShown(read)
  const at = format.dateTime(new Date(created_at), 'moment')
  const count = data?.data.filter(({ change }) => NEWS.has(change)).length ?? 0
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
        <ReadAgain of={read} />
        {data ? <ExportChanges of={data} /> : !read.error && <Skeleton shape="box" className="h-40 w-full" />}
      </div>
    </Dialog>
  )
}
