'use client'

import { useTranslations } from 'use-intl/react'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { GlossaryTerm } from '#lib/portrait-api/glossary.ts'
import { toKnownProjectStatus } from '#lib/portrait-api/terms.ts'

/** What a status means, and what happens next. */
export function useStatusWords(project: Pick<Project, 'status'>) {
  const t = useTranslations('glossary.statuses')
  const doubt = useInvitationDoubt(project)
  return {
    means: (term: GlossaryTerm) => t(`${term}.means`),
    next: (term: GlossaryTerm) => (term === 'uninvited' && doubt) || t(`${term}.next`),
  }
}

/** Whether the service invites out of a project that is not active, nobody has told us: what is to be said there instead. */
export function useInvitationDoubt({ status }: Pick<Project, 'status'>): string | null {
  const t = useTranslations('glossary.projects')
  const known = toKnownProjectStatus(status) ?? 'active'
  return known === 'active' ? null : t(known)
}
