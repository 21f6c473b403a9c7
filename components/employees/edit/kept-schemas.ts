/** Schemas of what a tab remembers about employees across a reload. */
import { z } from 'zod/mini'
import { CHANGEABLE_FIELDS } from '#lib/portrait-api/changeable-fields.ts'

const invitationSchema = z.object({
  project_id: z.int(),
  employee_id: z.int(),
  email: z.string(),
  person: z.string(),
})

export const invitationListSchema = z.array(invitationSchema)

/** The service sent a new invitation to a changed address. The desk shows this until the user dismisses it. */
export type Invitation = z.infer<typeof invitationSchema>

const unsavedSchema = z.object({
  project_id: z.int(),
  employee_id: z.int(),
  person: z.string(),
  field: z.enum(CHANGEABLE_FIELDS),
  /** The text that the user typed. */
  text: z.string(),
  /** The value of the record when the user began to type. */
  shown: z.optional(z.nullable(z.string())),
  /** Reason why the value was not saved; null while it is being saved. */
  reason: z.nullable(z.string()),
  /** The page load that is saving the value. After a reload, the outcome is unknown. */
  page: z.number(),
})

export const unsavedListSchema = z.array(unsavedSchema)

/** A typed value that the service does not have (yet). Only the user can drop it. */
export type Unsaved = z.infer<typeof unsavedSchema>
