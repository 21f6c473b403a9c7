'use client'

import { useTranslations } from 'use-intl/react'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { GlossaryTerm } from '#lib/portrait-api/glossary.ts'
import { toKnownProjectStatus } from '#lib/portrait-api/terms.ts'

/** Returns the meaning of a status, and its next step. */
export function useStatusWords(project: Pick<Project, 'status'>) {
  const t = useTranslations('glossary.statuses')
  const doubt = useInvitationDoubt(project)
  return {
    means: (term: GlossaryTerm) => t(`${term}.means`),
    next: (term: GlossaryTerm) => (term === 'uninvited' && doubt) || t(`${term}.next`),
  }
}

/**
 * Returns a text for projects that are not active, null for active ones: it is unknown whether the service sends
 * invitations for them.
 */
export function useInvitationDoubt({ status }: Pick<Project, 'status'>): string | null {
  const t = useTranslations('glossary.projects')
  const known = toKnownProjectStatus(status) ?? 'active'
  return known === 'active' ? null : t(known)
}
