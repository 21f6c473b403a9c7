import 'server-only'
import { z } from 'zod'
import {
  ACTIVITY_ACTIONS,
  ACTIVITY_OUTCOMES,
  type Activity,
  type ActivityEntry,
  activityDetailsSchema,
} from '#lib/contracts/activity.ts'

const json = z.string().transform(text => JSON.parse(text))

/** One entry as it lies in the database. */
export const activityRow = z.object({
  id: z.int(),
  at: z.string(),
  actor_id: z.string().nullable(),
  actor_email: z.string(),
  action: z.enum(ACTIVITY_ACTIONS),
  outcome: z.enum(ACTIVITY_OUTCOMES),
  project: z.int().nullable(),
  employee: z.int().nullable(),
  details: json.pipe(activityDetailsSchema),
})

export function toRow({ actor, action, project, employee, details }: ActivityEntry) {
  return {
    actor_id: actor.id,
    actor_email: actor.email,
    action,
    project: project ?? null,
    employee: employee ?? null,
    details: JSON.stringify(details ?? {}),
  }
}

export function toActivity({ actor_id, actor_email, ...row }: z.infer<typeof activityRow>): Activity {
  return { ...row, actor: { id: actor_id, email: actor_email } }
}
