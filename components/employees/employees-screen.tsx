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
import { ForeignText } from '#components/ui/foreign-text.tsx'
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
  const { isEmpty, hasPhotos } = useThere(project, state.filters)
  return (
    <>
      <PageHeader
        title={project.name}
        back={{ href: paths.projects(), label: t('title') }}
        facts={
          <>
            <ForeignText>{project.projektnummer}</ForeignText>
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

/** As the list knows it, which hears of everybody who comes and goes; until then as the project came. */
function PeopleCount({ project, filters }: { project: Project; filters: PeopleFilters }) {
  const t = useTranslations('projects')
  const { data } = useQuery({ ...peopleQuery(project.id, filters), enabled: false })
  const count = data?.meta.complete ? data.meta.roster_total : project.employees_count
  const [known, setKnown] = useState(count)
  // While another page is on its way, the last number stays.
  if (data && known !== count) setKnown(count)
  return known !== null && <span>{t('people', { count: known })}</span>
}

/**
 * Whether anybody is there, and has approved a photo; the last that was known while another page is on its way. Where
 * nobody is, the page's one way on stands in its middle, and above it no button that has nothing to do.
 */
function useThere(project: Project, filters: PeopleFilters): { isEmpty: boolean; hasPhotos: boolean } {
  const { data } = useQuery({ ...peopleQuery(project.id, filters), enabled: false })
  const { has_approved: now = null, complete, roster_total: everybody } = data?.meta ?? {}
  const [known, setKnown] = useState(now ?? project.employees_count !== 0)
  if (now !== null && known !== now) setKnown(now)
  return { isEmpty: complete === true && everybody === 0, hasPhotos: known }
}
