'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { peopleQuery } from '#components/employee-data/people-query.ts'
import { ExportButton } from '#components/exports/dialog/export-button.tsx'
import { ImportLink } from '#components/imports/import-link.tsx'
import { PageHeader } from '#components/page/page-header.tsx'
import { ProjectDeadline } from '#components/projects/project-dates.tsx'
import { ExplainedProjectStatus } from '#components/projects/project-status.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import type { PeopleFilters } from '#lib/employees/people-filters.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { TableView } from '#lib/preferences/table-view.ts'
import { AddPersonButton } from './add/add-person-button.tsx'
import { usePeopleFilters } from './find/use-people-filters.ts'
import { PeopleList } from './people-list.tsx'
import { PersonSlot } from './person/person-slot.tsx'

type EmployeesScreenProps = {
  project: Project
  /** Permissions of this user. */
  can: { edit: boolean; export: boolean }
  /** The table view that this browser used last. */
  view: TableView
}

/** Screen of one project: its employees and their photos. */
export function EmployeesScreen({ project, can, view }: EmployeesScreenProps) {
  const t = useTranslations('projects')
  const state = usePeopleFilters(project.id)
  const { q, tile, locale, mitarbeiternummer, edited_since, ids } = state.filters
  const { isEmpty, hasPhotos } = useThere(project, state.filters)
  return (
    <>
      <PageHeader
        title={project.name}
        back={{ href: paths.projects(), label: t('title') }}
        facts={
          <>
            <UserText>{project.projektnummer}</UserText>
            <ExplainedProjectStatus status={project.status} />
            <span>
              <ProjectDeadline project={project} />
            </span>
            <PeopleCount project={project} filters={state.filters} />
          </>
        }
        actions={
          <>
            {can.edit && !isEmpty && <ImportLink projectId={project.id} />}
            {can.edit && <AddPersonButton project={project} />}
            {can.export && !isEmpty && (
              <ExportButton
                project={project}
                filters={{ q: q || undefined, tile, locale, mitarbeiternummer, edited_since, ids }}
                hasPhotos={hasPhotos}
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

/**
 * Number of employees as the list knows it, which is updated when employees are added or removed; until then, the
 * project's number.
 */
function PeopleCount({ project, filters }: { project: Project; filters: PeopleFilters }) {
  const t = useTranslations('projects')
  const { data } = useQuery({ ...peopleQuery(project.id, filters), enabled: false })
  const count = data?.meta.complete ? data.meta.roster_total : project.employees_count
  const [known, setKnown] = useState(count)
  // The last number stays while another page loads.
  if (data && known !== count) setKnown(count)
  return known !== null && <span>{t('people', { count: known })}</span>
}

/**
 * Whether the project has employees, and an approved photo; the last known state while another page loads. An empty
 * project shows its next step in the middle of the page, and no buttons without effect above it.
 */
function useThere(project: Project, filters: PeopleFilters): { isEmpty: boolean; hasPhotos: boolean } {
  const { data } = useQuery({ ...peopleQuery(project.id, filters), enabled: false })
  const { has_approved: now = null, complete, roster_total: everybody } = data?.meta ?? {}
  const [known, setKnown] = useState(now ?? project.employees_count !== 0)
  if (now !== null && known !== now) setKnown(now)
  return { isEmpty: complete === true && everybody === 0, hasPhotos: known }
}
