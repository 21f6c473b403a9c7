'use client'

import { useTranslations } from 'use-intl/react'
import { ExportButton } from '#components/exports/export-button.tsx'
import { ProjectDeadline } from '#components/projects/project-deadline.tsx'
import { ProjectStatus } from '#components/projects/project-status.tsx'
import { PageHeader } from '#components/shell/page-header.tsx'
import { paths } from '#lib/paths.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { useEmployeeFilters } from './find/use-employee-filters.ts'
import { EmployeeList } from './table/employee-list.tsx'

type EmployeesScreenProps = {
  project: Project
  /** What this person may do. */
  can: { edit: boolean; export: boolean }
}

/** One project: who is in it, and their photos. */
export function EmployeesScreen({ project, can }: EmployeesScreenProps) {
  const t = useTranslations('projects')
  const { status, mitarbeiternummer, photo_ready } = useEmployeeFilters().filters
  return (
    <>
      <PageHeader
        title={project.name}
        back={{ href: paths.projects(), label: t('title') }}
        facts={
          <>
            <span>{project.projektnummer}</span>
            <ProjectStatus status={project.status} />
            <span>
              <ProjectDeadline project={project} />
            </span>
            <span>{t('people', { count: project.employees_count })}</span>
          </>
        }
        actions={
          can.export && (
            <ExportButton project={project} filters={{ status, mitarbeiternummer, photo_ready }} />
          )
        }
      />
      <EmployeeList project={project} editable={can.edit} />
    </>
  )
}
