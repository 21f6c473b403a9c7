'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { CancelExport } from '#components/exports/card/cancel-export.tsx'
import { ExportAgain } from '#components/exports/card/export-entry.tsx'
import { ExportParts } from '#components/exports/card/export-parts.tsx'
import { WaysOn } from '#components/exports/card/export-paused.tsx'
import { FailedReason } from '#components/exports/card/failed-reason.tsx'
import { exportKey } from '#components/exports/card/use-export.ts'
import { useStartExport } from '#components/exports/card/use-start-export.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { Button } from '#components/ui/button.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type Export, exportResponse, planResponse } from '#lib/exports/contract.ts'
import { isWhole, toEnding } from '#lib/exports/ending.ts'
import { toScopeSince } from '#lib/exports/scope-since.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'

const TAKEN_POLL_MS = 3_000
/** How long a row follows a download; slower downloads are shown when the page is next opened. */
const TAKEN_WITHIN_MS = 15 * 60_000

const ExportChangesDialog = lazy(loadWithRetry(() => import('./export-changes-dialog.tsx')))

type ExportsRowActionsProps = {
  of: Export
  /** Name of the receiving system. */
  system: string
}

/**
 * Actions of an export: download it again, download only what is new, list what must be removed in the receiving
 * system.
 */
export function ExportsRowActions({ of: shown, system }: ExportsRowActionsProps) {
  const t = useTranslations('exports.history')
  const sentence = useErrorSentence()
  const locale = useLocale()
  const router = useRouter()
  const start = useStartExport()
  const [looking, setLooking] = useState<'open' | 'nothing-new' | 'closed' | null>(null)
  const { id, state, done, request } = shown
  // An archive that was never downloaded has reached no system, so there is nothing to compare.
  const isTaken = useIsTaken(shown)
  const takeNew = useMutation({
    mutationFn: async () => {
      const body = { ...request, locale, scope: toScopeSince({ id, scope: request.scope }) }
      // If the plan cannot be read beforehand, the export itself finds out.
      const plan = await deskRequest(paths.api.exportPlan(), planResponse, { method: 'POST', body }).catch(
        () => null,
      )
      if (plan?.data.people === 0) return setLooking('nothing-new')
      await start.mutateAsync(body)
      setLooking('closed')
      router.refresh()
    },
  })

  if (state === 'paused')
    return (
      <div className="grid gap-1.5">
        <WaysOn of={shown} />
      </div>
    )
  if (!isFinished({ state })) return <CancelExport of={shown} />
  if (state === 'failed' || state === 'cancelled')
    return (
      <div className="grid gap-1.5">
        {state === 'failed' && <Why of={shown} />}
        <ExportAgain of={shown} />
      </div>
    )
  if ((state !== 'ready' && state !== 'expired') || (done === 0 && isWhole(shown))) return null
  return (
    <div className="flex flex-wrap gap-1.5 max-sm:mt-1">
      {toEnding(shown) === 'failed' && <Why of={shown} />}
      {state === 'ready' && <ExportParts of={shown} isTaken={isTaken} />}
      {isTaken && (
        <>
          <Button size="small" busy={takeNew.isPending} onClick={() => takeNew.mutate()}>
            {t('onlyNew')}
          </Button>
          <Button size="small" aria-haspopup="dialog" onClick={() => setLooking('open')}>
            {t('changes.open')}
          </Button>
        </>
      )}
      {takeNew.error && <LiveText className="text-danger text-sm">{sentence(takeNew.error)}</LiveText>}
      {looking && (
        <Suspense>
          <ExportChangesDialog
            exported={shown}
            system={system}
            open={looking !== 'closed'}
            nothingNew={looking === 'nothing-new'}
            onClose={() => setLooking('closed')}
            onTakeNew={() => takeNew.mutate()}
            taking={takeNew.isPending}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The same reason as in the list of work. */
function Why({ of }: { of: Export }) {
  return (
    <p className="w-full text-muted text-sm">
      <FailedReason of={of} />
    </p>
  )
}

/**
 * True when the archive was downloaded. A browser does not report the end of a download to the page; the desk knows
 * when it has sent everything.
 */
function useIsTaken({ id, state, ended_at, downloaded_at }: Export): boolean {
  const isRecent = ended_at !== null && Date.now() - Date.parse(ended_at) < TAKEN_WITHIN_MS
  const { data } = useQuery({
    queryKey: [...exportKey(id), 'taken'],
    queryFn: async ({ signal }) => {
      const { data } = await deskRequest(paths.api.export(id), exportResponse, { signal, background: true })
      return data.downloaded_at !== null
    },
    enabled: state === 'ready' && downloaded_at === null && isRecent,
    refetchInterval: ({ state: { data } }) => (data ? false : TAKEN_POLL_MS),
  })
  return downloaded_at !== null || data === true
}
