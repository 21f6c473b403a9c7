'use client'

import { useTranslations } from 'use-intl/react'
import { findPerson, type SentenceOptions, toShownSentences } from '#lib/activity/sentences.ts'
import type { Activity } from '#lib/contracts/activity.ts'
import { PersonLink } from './person-link.tsx'

type ActivitySentencesProps = Pick<SentenceOptions, 'targetName'> & { entry: Activity }

/** Sentences of an entry; the employee's name links to the employee. */
export function ActivitySentences({ entry, targetName }: ActivitySentencesProps) {
  const t = useTranslations('activity')
  const { action, details, project, employee } = entry
  const { changes = [] } = details
  const isGone = action === 'employee_deleted'
  const shown = toShownSentences(
    t,
    entry,
    name => (
      <PersonLink project={project} employee={isGone ? null : employee} person={findPerson(details)}>
        {name}
      </PersonLink>
    ),
    { targetName },
  )
  return shown.map((sentence, index) => <p key={changes[index]?.field ?? action}>{sentence}</p>)
}
