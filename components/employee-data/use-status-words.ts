'use client'

import { useTranslations } from 'use-intl/react'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { GlossaryTerm } from '#lib/portrait-api/glossary.ts'
import { toKnownProjectStatus } from '#lib/portrait-api/terms.ts'

/** What a status means, and what happens next; whether the service invites out of a project that is not active, nobody has told us. */
export function useStatusWords({ status }: Pick<Project, 'status'>) {
  const t = useTranslations('glossary')
  const project = toKnownProjectStatus(status) ?? 'active'
  return {
    means: (term: GlossaryTerm) => t(`statuses.${term}.means`),
    next: (term: GlossaryTerm) =>
      t(term === 'uninvited' && project !== 'active' ? `projects.${project}` : `statuses.${term}.next`),
  }
}
