'use client'

import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CheckCircleIcon, PauseIcon, WarningIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Import } from '#lib/contracts/imports.ts'
import { isAtRest, usePauseImport, useResumeImport } from './work/use-import.ts'

type ImportEntryProps = {
  of: Import
  /** Asks for confirmation before cancelling. */
  onCancel: () => void
  /** Called when the import's own page is opened. */
  onLeave: () => void
}

/** One import, from its start to its result; its details are on its own page. */
export function ImportEntry({ of, onCancel, onLeave }: ImportEntryProps) {
  const t = useTranslations('work.import')
  const { id, project_id, counts, planned, eta_seconds: eta } = of
  const waiting = !isAtRest(of)
  const facts = [
    waiting && t('done', { done: planned - counts.waiting, planned }),
    counts.created > 0 && t('created', { count: counts.created }),
    counts.updated > 0 && t('updated', { count: counts.updated }),
    counts.refused > 0 && t('refused', { count: counts.refused }),
    counts.unknown > 0 && t('unknown', { count: counts.unknown }),
    counts.faulty > 0 && t('faulty', { count: counts.faulty }),
    waiting && eta !== null && eta > 0 && t('remaining', { minutes: Math.round(eta / 60) }),
  ]
  return (
    <>
      {waiting ? (
        <Progress label={t('progress')} value={planned - counts.waiting} max={planned} />
      ) : (
        <ImportEnd of={of} />
      )}
      <p className="text-sm tabular-nums empty:hidden">{facts.filter(Boolean).join(' · ')}</p>
      {of.pause_reason && (
        <p className="flex gap-2 text-sm">
          <Icon of={PauseIcon} className="mt-0.5 size-4 shrink-0 text-warning" />
          {t(`pauses.${of.pause_reason}`)}
        </p>
      )}
      <div className="flex flex-wrap gap-1.5">
        <Link
          href={paths.import(project_id, id)}
          className={buttonClass({ size: 'small' })}
          onClick={onLeave}
        >
          {t('show')}
        </Link>
        {(of.state === 'sending' || of.state === 'paused') && <ImportButtons of={of} onCancel={onCancel} />}
      </div>
    </>
  )
}

function ImportButtons({ of: { id, state }, onCancel }: Pick<ImportEntryProps, 'of' | 'onCancel'>) {
  const t = useTranslations('work.import')
  const sentence = useErrorSentence()
  const pause = usePauseImport(id)
  const resume = useResumeImport(id)
  const problem = pause.error ?? resume.error
  const isPaused = state === 'paused'
  const command = isPaused ? resume : pause
  return (
    <>
      <Button
        key={isPaused ? 'resume' : 'pause'}
        size="small"
        ownPress
        busy={command.isPending}
        onClick={() => command.mutate(undefined)}
      >
        {t(isPaused ? 'resume' : 'pause')}
      </Button>
      <Button size="small" aria-haspopup="dialog" onClick={onCancel}>
        {t('cancel')}
      </Button>
      {problem && <LiveText className="w-full text-danger text-sm">{sentence(problem)}</LiveText>}
    </>
  )
}

function ImportEnd({ of: { state, counts } }: { of: Import }) {
  const t = useTranslations('work.import')
  const well = state === 'done' && counts.refused + counts.unknown + counts.faulty === 0
  return (
    <p className="flex items-center gap-2 font-medium">
      {well ? (
        <Icon of={CheckCircleIcon} className="size-4 text-positive" />
      ) : (
        <Icon of={WarningIcon} className="size-4 text-warning" />
      )}
      {t(`ended.${state === 'failed' || state === 'cancelled' ? state : 'done'}`)}
    </p>
  )
}
