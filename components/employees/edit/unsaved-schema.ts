import { z } from 'zod/mini'
import { CHANGEABLE_FIELDS } from '#lib/portrait-api/changeable-fields.ts'

const unsavedSchema = z.object({
  project_id: z.int(),
  employee_id: z.int(),
  person: z.string(),
  field: z.enum(CHANGEABLE_FIELDS),
  /** What the person typed. */
  text: z.string(),
  /** Why it was not saved; null while it is being saved. */
  reason: z.nullable(z.string()),
  /** The life of the page that is saving it. After a reload nobody knows how that ended. */
  page: z.number(),
})

export const unsavedListSchema = z.array(unsavedSchema)

/** A value that somebody typed and the service does not have (yet). It is never dropped but by a person. */
export type Unsaved = z.infer<typeof unsavedSchema>
