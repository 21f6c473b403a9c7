'use client'

import { createSessionValue } from '#components/ui/browser/session-value.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { Invitation } from './invitation-schema.ts'

const loadSchema = async () => (await import('./invitation-schema.ts')).invitationListSchema

const invitations = createSessionValue('invitations', loadSchema, [])

export function useInvitations(projectId: number): Invitation[] {
  return invitations.use().filter(invitation => invitation.project_id === projectId)
}

export function addInvitation({ id, project_id, email, first_name, last_name }: Employee): void {
  const added = { project_id, employee_id: id, email, person: `${first_name} ${last_name}` }
  invitations.set(list => [...list.filter(({ employee_id }) => employee_id !== id), added])
}

export function dismissInvitation(employeeId: number): void {
  invitations.set(list => list.filter(({ employee_id }) => employee_id !== employeeId))
}
