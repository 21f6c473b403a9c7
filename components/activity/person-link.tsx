'use client'

import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Activity, ActivityDetails } from '#lib/contracts/activity.ts'

type PersonLinkProps = Pick<Activity, 'project' | 'employee'> & {
  person: ActivityDetails['person']
  children: ReactNode
}

/** Links a name in the log to its employee; the name of an unknown employee is plain text. */
export function PersonLink({ project, employee, person, children }: PersonLinkProps) {
  if (project === null || employee === null || !person?.name) return children
  return (
    <Link
      className="rounded-sm text-accent-text underline underline-offset-2"
      href={paths.person(project, employee)}
    >
      {children}
    </Link>
  )
}
