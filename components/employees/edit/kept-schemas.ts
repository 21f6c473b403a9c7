/** What a tab remembers about employees across a reload. */
import { z } from 'zod/mini'
import { CHANGEABLE_FIELDS } from '#lib/portrait-api/changeable-fields.ts'

const invitationSchema = z.object({
  project_id: z.int(),
  employee_id: z.int(),
  email: z.string(),
  person: z.string(),
})

export const invitationListSchema = z.array(invitationSchema)

/** The service has sent a new invitation to a changed address. The desk says so until somebody dismisses it. */
export type Invitation = z.infer<typeof invitationSchema>

const unsavedSchema = z.object({
  project_id: z.int(),
  employee_id: z.int(),
  person: z.string(),
  field: z.enum(CHANGEABLE_FIELDS),
  /** What the person typed. */
  text: z.string(),
  /** What stood there when they began. */
  shown: z.optional(z.nullable(z.string())),
  /** Why it was not saved; null while it is being saved. */
  reason: z.nullable(z.string()),
  /** Which life of the page is saving it. After a reload nobody knows how that ended. */
  page: z.number(),
})

export const unsavedListSchema = z.array(unsavedSchema)

/** A value that somebody typed and the service does not have (yet). Only a person can drop it. */
export type Unsaved = z.infer<typeof unsavedSchema>
