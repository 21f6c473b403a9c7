'use client'

import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { toDeskError } from '#lib/errors.ts'

type JobProgressProps = {
  label: string
  done: number
  /** Null while unknown. */
  total: number | null
  /** "212 of 480", "1 missing", "about 2 min left": the available facts, in one line. */
  facts: readonly (string | false | null)[]
  cancel: Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'mutate' | 'error'>
  cancelLabel: string
  /** Additional button while the job is running. */
  action?: ReactNode
  /** Additional information while the job is running. */
  children?: ReactNode
}

/** A running job: its progress, and a button to cancel it. */
export function JobProgress(props: JobProgressProps) {
  const { label, done, total, facts, cancel, cancelLabel, action, children } = props
  const sentence = useTranslations('errors')
  return (
    <>
      <Progress label={label} value={done} max={total} />
      <p className="text-sm tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      {children}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {action}
        <Button
          size="small"
          ownPress
          busy={cancel.isPending}
          onClick={() => cancel.mutate()}
          className="ms-auto"
        >
          {cancelLabel}
        </Button>
      </div>
      {cancel.error && (
        <LiveText className="text-danger text-sm">{sentence(toDeskError(cancel.error).code)}</LiveText>
      )}
    </>
  )
}
