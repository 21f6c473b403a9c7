'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { LiveText } from '#components/ui/announce.tsx'
import { findFocusTarget } from '#components/ui/browser/focus.ts'
import { keepFocus } from '#components/ui/browser/keep-focus.ts'
import { Button } from '#components/ui/button.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { Progress } from '#components/ui/progress.tsx'
import type { Import } from '#lib/contracts/imports.ts'
import { toDeskError } from '#lib/errors.ts'
import { StepHeading } from './work/step-heading.tsx'
import { useCancelImport, usePauseImport, useResumeImport } from './work/use-import.ts'

type SendStepProps = {
  of: Import
  /** True when the desk did not answer the last poll. The import continues anyway. */
  lost: boolean
}

/** Progress of an import. It continues without this page, and can be paused and cancelled. */
export function SendStep({ of, lost }: SendStepProps) {
  const t = useTranslations('imports.send')
  const sentence = useTranslations('errors')
  const [asking, setAsking] = useState(false)
  const pause = usePauseImport(of.id)
  const resume = useResumeImport(of.id)
  const cancel = useCancelImport(of.id)
  const problem = pause.error ?? resume.error ?? cancel.error
  const { counts, planned, state, pause_reason: reason, mine } = of
  const paused = state === 'paused'
  const stopping = !paused && state !== 'sending'
  return (
    <div ref={keepFocus} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div data-follows>
        <StepHeading title={t(stopping ? 'cancelling' : paused ? 'paused' : 'title')}>
          {t(stopping ? 'stoppingText' : paused ? 'pausedText' : 'text')}
        </StepHeading>
      </div>
      <Panel className="grid gap-3 p-5">
        <Progress label={t('progress')} value={planned - counts.waiting} max={planned} />
        <SendFacts of={of} />
        {paused && reason && <LiveText>{t(`pauses.${reason}`)}</LiveText>}
        {lost && <p className="text-sm text-warning">{t('lost')}</p>}
        {problem && (
          <LiveText className="text-danger text-sm">{sentence(toDeskError(problem).code)}</LiveText>
        )}
        {mine && !stopping && (
          <div className="flex flex-wrap gap-2">
            {paused ? (
              <Button
                key="resume"
                variant="primary"
                ownPress
                busy={resume.isPending}
                onClick={() => resume.mutate(undefined)}
              >
                {t('resume')}
              </Button>
            ) : (
              <Button key="pause" ownPress busy={pause.isPending} onClick={() => pause.mutate(undefined)}>
                {t(pause.isPending ? 'pausing' : 'pause')}
              </Button>
            )}
            <Button
              id="cancel-import"
              variant="danger"
              busy={cancel.isPending}
              onClick={() => setAsking(true)}
            >
              {t(cancel.isPending ? 'cancelling' : 'cancel')}
            </Button>
          </div>
        )}
      </Panel>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        returnFocus={() => findFocusTarget('#cancel-import', 'main h2')}
        title={t('cancelTitle')}
        confirmLabel={t('cancel')}
        keepLabel={t('keep')}
        onConfirm={() => {
          setAsking(false)
          cancel.mutate(undefined)
        }}
      >
        {t('cancelText', { count: counts.waiting })}
      </ConfirmDialog>
    </div>
  )
}

/** "480 of 1,200 · 478 created · 2 refused · about 3 min left". */
function SendFacts({ of: { counts, planned, eta_seconds } }: { of: Import }) {
  const t = useTranslations('imports.send')
  const done = planned - counts.waiting
  const facts = [
    t('done', { done, planned }),
    ...(['created', 'updated', 'already_there', 'refused', 'unknown'] as const)
      .filter(outcome => counts[outcome] > 0)
      .map(outcome => t(`outcomes.${outcome}`, { count: counts[outcome] })),
    eta_seconds !== null &&
      eta_seconds > 0 &&
      (eta_seconds < 60 ? t('seconds') : t('minutes', { minutes: Math.round(eta_seconds / 60) })),
  ].filter(Boolean)
  return (
    <p className="tabular-nums" data-testid="import-progress">
      {facts.join(' · ')}
    </p>
  )
}

/** Shows that another user is importing here, and the progress; the content of their list is hidden. */
export function SomebodyElses({ of }: { of: Import }) {
  const t = useTranslations('imports.others')
  return (
    <div className="grid gap-4">
      <StepHeading title={t('title', { owner: of.owner_email })}>{t('text')}</StepHeading>
      {of.planned > 0 && (
        <Panel className="p-5">
          <SendFacts of={of} />
        </Panel>
      )}
    </div>
  )
}
