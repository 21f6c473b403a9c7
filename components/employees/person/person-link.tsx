'use client'

import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { toPersonName } from '#components/employees/edit/employee-values.ts'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { openPerson, personLinkId } from './open-person.ts'
import { loadPersonSheet } from './person-slot.tsx'

type PersonLinkProps = {
  employee: Employee
  /** Shown but not read out: the link is labelled with the full name. */
  initials: string
  className: string
  children: ReactNode
}

/** Opens a person's sheet above the table; a click with a modifier key gets its new tab or window. */
export function PersonLink({ employee, initials, className, children }: PersonLinkProps) {
  const t = useTranslations('person')
  const { id, project_id: projectId } = employee

  function press(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (openPerson(projectId, id)) event.preventDefault()
  }

  return (
    <a
      id={personLinkId(id)}
      data-cell-control
      tabIndex={-1}
      href={toAddress(paths.person(projectId, id))}
      onClick={press}
      onPointerEnter={() => void loadPersonSheet()}
      onFocus={() => void loadPersonSheet()}
      aria-label={t('open', { person: toPersonName(employee) })}
      data-initials={initials}
      className={className}
    >
      {children}
    </a>
  )
}
