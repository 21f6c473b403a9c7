'use client'

import type { MouseEvent, ReactNode } from 'react'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { openPerson, personLinkId } from './open-person.ts'
import { loadPersonSheet } from './person-slot.tsx'

type PersonLinkProps = {
  employee: Employee
  /** Accessible name: the employee who is opened. */
  label: string
  /** Shown but hidden from screen readers. */
  initials: string
  className: string
  children: ReactNode
}

/** Opens an employee's sheet above the table; a click with a modifier key opens a new tab or window. */
export function PersonLink({ employee, label, initials, className, children }: PersonLinkProps) {
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
      aria-label={label}
      data-initials={initials}
      className={className}
    >
      {children}
    </a>
  )
}
