'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { useStartExport } from '#components/exports/card/use-start-export.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { takeWaitingFocus } from '#components/ui/popup/window-focus.ts'
import { WindowFoot } from '#components/ui/popup/window-foot.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { toDeskError } from '#lib/errors.ts'
import { type Export, type ExportTarget, exportTargetListResponse } from '#lib/exports/contract.ts'
import { ExportPreview } from './export-preview.tsx'
import { type ExportFormValues, type ExportSubject, toExportRequest } from './export-request.ts'
import { FormChoice } from './form-choice.tsx'
import { NamingFields } from './naming-fields.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { TargetChoice } from './target-choice.tsx'
import { useAskedExports, useEarlierExports } from './use-earlier-exports.ts'
import { useExportForm } from './use-export-form.ts'
import { useSayPlan } from './use-say-plan.ts'
import { isWaiting } from './waits-its-turn.ts'

const PLACES = ['scope', 'target', 'names']

/** Form of the export dialog. Shows placeholders of the same size until the desk has listed its targets. */
export default function ExportForm({ onDone, ...subject }: ExportSubject & { onDone: () => void }) {
  const t = useTranslations('exports.dialog')
  const sentence = useTranslations('errors')
  const { data: targets, error, refetch } = useTargets()
  const asked = useAskedExports(subject.project.id)
  const { data: earlier = [] } = useEarlierExports(subject.project.id)
  const first = targets && asked.isFetchedAfterMount && chooseFirst(targets, asked.data, subject.newFor)
  if (first) {
    const last = earlier.find(({ request }) => request.target === first.id)
    const since = first.id === subject.newFor ? last?.id : undefined
    return <ExportFields subject={subject} targets={targets} first={first} since={since} onDone={onDone} />
  }
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

/** Reads the systems that the desk prepares photos for. They change only when the desk restarts. */
function useTargets() {
  return useQuery({
    queryKey: ['export-targets'],
    queryFn: ({ signal }) => deskRequest(paths.api.exportTargets(), exportTargetListResponse, { signal }),
    select: ({ data }) => data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Returns the requested target; else the target of this project's last export, or the desk's first. */
function chooseFirst(
  targets: readonly ExportTarget[],
  asked: readonly Export[] = [],
  newFor?: string,
): ExportTarget | undefined {
  const find = (wanted?: string) => targets.find(({ id }) => id === wanted)
  return find(newFor) ?? find(asked[0]?.request.target) ?? targets[0]
}

type ExportFieldsProps = {
  subject: ExportSubject
  targets: readonly ExportTarget[]
  first: ExportTarget
  since: string | undefined
  onDone: () => void
}

/** Fields for scope, target, form and file names. The defaults export all approved photos, named by number. */
function ExportFields({ subject, targets, first, since, onDone }: ExportFieldsProps) {
  const t = useTranslations('exports.dialog')
  const sentence = useErrorSentence()
  const state = useExportForm({ subject, targets, first, since })
  const start = useStartExport()
  const { form, target, plan } = state
  useSayPlan(plan)
  const count = plan.data && !plan.isPlaceholderData ? plan.data.people : null
  // If the number of photos cannot be read, the export can be started anyway.
  const isCounting = count === null && plan.isFetching && !isWaiting(plan.failureReason)
  const problem = start.error ?? plan.error

  async function submit(values: ExportFormValues) {
    if (start.isPending || isCounting || count === 0) return
    const answer = await start.mutateAsync(toExportRequest(values, target)).catch(() => null)
    if (answer) onDone()
  }

  function formatStart(): string {
    if (start.isPending) return t('starting')
    if (isCounting) return t('counting')
    if (count === null) return t('startUncounted')
    return count === 0 && state.values.scope.kind === 'since' ? t('startNothingNew') : t('start', { count })
  }

  return (
    <form ref={takeWaitingFocus} noValidate method="post" onSubmit={form.handleSubmit(submit)}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 px-5 py-5">
        <ScopeChoice subject={subject} state={state} />
        <TargetChoice targets={targets} state={state} />
        <FormChoice state={state} />
        <NamingFields state={state} />
        <ExportPreview projectId={subject.project.id} state={state} onLeave={onDone} />
      </div>
      <WindowFoot>
        {problem && (
          <div className="basis-full">
            <Alert tone="danger" live>
              {sentence(problem)}
            </Alert>
          </div>
        )}
        <Button onClick={onDone}>{t('cancel')}</Button>
        <Button
          type="submit"
          variant={isCounting || count === 0 ? 'unusable' : 'primary'}
          busy={start.isPending || isCounting}
          className="max-sm:grow sm:min-w-68"
        >
          {formatStart()}
        </Button>
      </WindowFoot>
    </form>
  )
}
