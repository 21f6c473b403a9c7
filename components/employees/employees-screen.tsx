'use client'

import { useTranslations } from 'use-intl/react'
import { ExportButton } from '#components/exports/dialog/export-button.tsx'
import { ImportLink } from '#components/imports/import-link.tsx'
import { PageHeader } from '#components/page/page-header.tsx'
import { ProjectDeadline } from '#components/projects/project-dates.tsx'
import { ProjectStatus } from '#components/projects/project-status.tsx'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { TableView } from '#lib/preferences/table-view.ts'
import { AddPersonButton } from './add/add-person-button.tsx'
import { usePeopleFilters } from './find/use-people-filters.ts'
import { PeopleList } from './people-list.tsx'
import { PersonSlot } from './person/person-slot.tsx'

type EmployeesScreenProps = {
  project: Project
  /** What this person may do. */
  can: { edit: boolean; export: boolean }
  /** The table view that this browser used last. */
  view: TableView
}

/** One project: who is in it, and their photos. */
export function EmployeesScreen({ project, can, view }: EmployeesScreenProps) {
  const t = useTranslations('projects')
  const state = usePeopleFilters(project.id)
  const { q, tile, locale, mitarbeiternummer, edited_since, ids } = state.filters
  return (
    <>
      <PageHeader
        title={project.name}
        back={{ href: paths.projects(), label: t('title') }}
        facts={
          <>
            <ForeignText>{project.projektnummer}</ForeignText>
            <ProjectStatus status={project.status} />
            <span>
              <ProjectDeadline project={project} />
            </span>
            {project.employees_count !== null && (
              <span>{t('people', { count: project.employees_count })}</span>
            )}
          </>
        }
        actions={
          <>
            {can.edit && <ImportLink projectId={project.id} />}
            {can.edit && <AddPersonButton project={project} />}
            {can.export && (
              <ExportButton
                project={project}
                filters={{ q: q || undefined, tile, locale, mitarbeiternummer, edited_since, ids }}
              />
            )}
          </>
        }
      />
      <PeopleList project={project} state={state} can={can} remembered={view} />
      <PersonSlot project={project} editable={can.edit} />
    </>
  )
}
