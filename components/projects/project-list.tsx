'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { PageHeader } from '#components/shell/page-header.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { paths } from '#lib/paths.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { ProjectRow } from './project-row.tsx'
import { sortProjects } from './sort-projects.ts'

/** Where does each shoot stand? */
export function ProjectList({ projects, archived }: { projects: Project[]; archived: boolean }) {
  const t = useTranslations('projects')
  const archivedCount = projects.filter(project => project.status === 'archived').length
  const shown = sortProjects(projects).filter(project => archived || project.status !== 'archived')
  const toggle = archivedCount > 0 && (
    <Link href={paths.projects({ archived: !archived })} className={buttonClass()} scroll={false}>
      {archived ? t('hideArchived') : t('showArchived', { count: archivedCount })}
    </Link>
  )
  return (
    <>
      <PageHeader title={t('title')} facts={t('count', { count: shown.length })} actions={toggle} />
      <Panel className="mt-5">
        {shown.length > 0 ? (
          <ul aria-label={t('listLabel')} className="divide-y divide-line">
            {shown.map(project => (
              <ProjectRow key={project.id} project={project} />
            ))}
          </ul>
        ) : archivedCount > 0 ? (
          <EmptyState title={t('noMatch.title')} action={toggle}>
            {t('noMatch.text', { count: archivedCount })}
          </EmptyState>
        ) : (
          <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
        )}
      </Panel>
    </>
  )
}
