import { activityQuerySchema, listActivity } from '#lib/activity/list-activity.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { findInActivity } from '#lib/personal-data/find-in-activity.ts'
import { canSeeActivity } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canSeeActivity, query: activityQuerySchema }, async ({ query, findClient }) => {
    const found = query.q === undefined ? undefined : await findInActivity(query.q, await findClient())
    return json(await listActivity(query, found && [...found.keys()]))
  }),
})
