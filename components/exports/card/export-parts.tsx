'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { putWork } from '#components/jobs/work.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { DownloadIcon, EyeOffIcon } from '#components/ui/icons.ts'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ErrorCode, SERVICE_AWAY, toDeskError } from '#lib/errors.ts'
import { type Export, exportResponse } from '#lib/exports/contract.ts'
import { awaitDownload, startDownload, useIsGiven } from './pending-downloads.ts'
import { exportKey } from './use-export.ts'

/** Errors of reaching the service, which are no fault of the archive. */
const UNASKED = new Set<ErrorCode>([...SERVICE_AWAY, 'key_rejected', 'no_api_access', 'not_connected'])

type ExportPartsProps = {
  of: Pick<Export, 'id' | 'project' | 'parts' | 'may_download' | 'owner_email' | 'downloaded_at'>
  /** True when the archives are known to be downloaded since `of` was read. */
  isTaken?: boolean
}

/**
 * The archives of an export, one button each; a report with restricted access is one of them. Browsers let a page
 * start one download automatically, not several.
 */
export function ExportParts({ of: exported, isTaken = exported.downloaded_at !== null }: ExportPartsProps) {
  const t = useTranslations('exports.card')
  const sentence = useErrorSentence()
  const download = useDownloadAgain(exported)
  const { parts, may_download: mayDownload, owner_email: owner } = exported
  const isAgain = useIsGiven(exported.id) || isTaken
  const of = parts.filter(({ report }) => !report).length
  if (!mayDownload) return <p className="w-full text-muted text-sm">{t('otherKey', { owner })}</p>
  return (
    <>
      <ul className="flex flex-wrap gap-1.5">
        {parts.map(({ file_name, photos, report }, index) => (
          <li key={file_name}>
            <Button
              size="small"
              title={file_name}
              aria-label={report || of <= 1 ? undefined : t('partLabel', { part: index + 1, parts: of })}
              busy={download.isPending && download.variables === index + 1}
              onClick={() => download.mutate(index + 1)}
            >
              {report ? <Icon of={EyeOffIcon} /> : <Icon of={DownloadIcon} />}
              {report
                ? t('report')
                : of > 1
                  ? t('part', { part: index + 1, photos })
                  : t(isAgain ? 'again' : 'first')}
            </Button>
          </li>
        ))}
      </ul>
      {download.error && (
        <LiveText className="w-full text-danger text-sm">
          {sentence(download.error)} {UNASKED.has(toDeskError(download.error).code) && t('asksFirst')}
        </LiveText>
      )}
    </>
  )
}

/**
 * "Download again". Photos that the desk no longer keeps are fetched first; the header shows the progress, and the
 * archive is downloaded at the end, as the first time.
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
      awaitDownload(id, part)
      const title = t('announceStarted', { project: job.project.name })
      return putWork(queries, { kind: 'export', job, system: null }, { title, show: t('showProgress') })
    },
  })
}
