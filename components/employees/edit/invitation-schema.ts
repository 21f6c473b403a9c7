import { z } from 'zod/mini'

const invitationSchema = z.object({
  project_id: z.int(),
  employee_id: z.int(),
  email: z.string(),
  person: z.string(),
})

export const invitationListSchema = z.array(invitationSchema)

/** The service has sent a new invitation to a changed address. The desk says so until somebody has seen it. */
export type Invitation = z.infer<typeof invitationSchema>
