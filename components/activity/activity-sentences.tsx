'use client'

import { useTranslations } from 'use-intl/react'
import { findPerson, type SentenceOptions, toSentences, toShownSentences } from '#lib/activity/sentences.ts'
import type { Activity } from '#lib/contracts/activity.ts'
import { PersonLink } from './person-link.tsx'

type ActivitySentencesProps = Pick<SentenceOptions, 'targetName'> & { entry: Activity }

/** What an entry tells; the name of its person leads to them. */
export function ActivitySentences({ entry, targetName }: ActivitySentencesProps) {
  const t = useTranslations('activity')
  const { action, bulk, details, project, employee } = entry
  const gone = action === 'employee_deleted' || bulk
  const shown = toShownSentences(
    t,
    entry,
    name => (
      <PersonLink project={project} employee={gone ? null : employee} person={findPerson(details)}>
        {name}
      </PersonLink>
    ),
    { targetName },
  )
  return toSentences(t, entry, { targetName }).map((text, index) => <p key={text}>{shown[index]}</p>)
}
