'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { putWork } from '#components/jobs/work.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Button } from '#components/ui/button.tsx'
import { DownloadIcon } from '#components/ui/icons.ts'
import { paths } from '#lib/address/paths.ts'
import { type Export, exportResponse } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { awaitDownload, startDownload } from './awaited.ts'
import { exportKey } from './use-export.ts'

type ExportPartsProps = {
  of: Pick<Export, 'id' | 'project' | 'parts' | 'may_download' | 'owner_email'>
}

/** The archives of an export, a button each. Browsers let a page start one download by itself, not several. */
export function ExportParts({ of: exported }: ExportPartsProps) {
  const t = useTranslations('exports.card')
  const sentence = useErrorSentence()
  const download = useDownloadAgain(exported)
  const { parts, may_download: mayDownload, owner_email: owner } = exported
  if (!mayDownload) return <p className="w-full text-muted text-sm">{t('otherKey', { owner })}</p>
  return (
    <>
      {parts.length <= 1 ? (
        <Button
          size="small"
          className="justify-self-start"
          busy={download.isPending}
          onClick={() => download.mutate(1)}
        >
          <DownloadIcon />
          {t('again')}
        </Button>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {parts.map(({ file_name, photos }, index) => (
            <li key={file_name}>
              <Button
                size="small"
                title={file_name}
                aria-label={t('partLabel', { part: index + 1, parts: parts.length })}
                busy={download.isPending && download.variables === index + 1}
                onClick={() => download.mutate(index + 1)}
              >
                <DownloadIcon />
                {t('part', { part: index + 1, photos })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {download.error && (
        <p role="alert" className="w-full text-danger text-sm">
          {sentence(download.error)}
        </p>
      )}
    </>
  )
}

/**
 * "Download again". What the desk does not keep any more it fetches first; the header then tells how far it is, and the
 * archive is handed over at the end, as after the first press.
 */
function useDownloadAgain({ id }: Pick<Export, 'id'>) {
  const t = useTranslations('exports.card')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (_part: number) =>
      deskRequest(paths.api.exportResume(id), exportResponse, { method: 'POST' }),
    onSuccess: ({ data: job }, part) => {
      queries.setQueryData(exportKey(id), job)
      if (job.state === 'ready') return startDownload(id, part)
      awaitDownload(id)
      const title = t('announceStarted', { project: job.project.name })
      return putWork(queries, { kind: 'export', job, system: null }, { title, show: t('showProgress') })
    },
  })
}
