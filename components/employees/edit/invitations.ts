'use client'

import { z } from 'zod/mini'
import { createSessionValue } from '#components/shell/session-value.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

const invitationSchema = z.object({
  project_id: z.int(),
  employee_id: z.int(),
  email: z.string(),
  person: z.string(),
})

/** The service has sent a new invitation to a changed address. The desk says so until somebody has seen it. */
export type Invitation = z.infer<typeof invitationSchema>

const invitations = createSessionValue('invitations', z.array(invitationSchema), [])

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
