import { z } from 'zod/mini'
import { activityCsvResponse } from '#lib/activity/activity-csv.ts'
import { activityQuerySchema } from '#lib/activity/filters.ts'
import { recordActivity } from '#lib/activity/record-activity.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { getRequestLocale } from '#lib/i18n/get-locale.ts'
import { canSeeActivity } from '#lib/session/permissions.ts'

const query = z.omit(activityQuerySchema, { page: true })

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canSeeActivity, query }, async ({ request, user, query }) => {
    if (request.method !== 'HEAD') await recordActivity({ actor: user, action: 'activity_exported' })
    return activityCsvResponse(query, getRequestLocale(request))
  }),
})
