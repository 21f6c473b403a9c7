import { activityQuerySchema } from '#lib/activity/filters.ts'
import { listActivity } from '#lib/activity/list-activity.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { canSeeActivity } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canSeeActivity, query: activityQuerySchema }, async ({ query }) =>
    json(await listActivity(query)),
  ),
})
