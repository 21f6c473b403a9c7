import { z } from 'zod/mini'
import { activityCsvResponse } from '#lib/activity/activity-csv.ts'
import { activityQuerySchema } from '#lib/activity/list-activity.ts'
import { recordActivity } from '#lib/activity/record-activity.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { getRequestLocale } from '#lib/i18n/get-locale.ts'
import { findInActivity } from '#lib/personal-data/find-in-activity.ts'
import { canSeeActivity } from '#lib/session/permissions.ts'
import { toWatchedStream } from '#lib/session/sessions/watch-access.ts'

const query = z.omit(activityQuerySchema, { page: true })

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canSeeActivity, query },
    async ({ request, user, session, query, findClient }) => {
      if (request.method !== 'HEAD') await recordActivity({ actor: user, action: 'activity_exported' })
      const found = query.q === undefined ? undefined : await findInActivity(query.q, await findClient())
      const locale = getRequestLocale(request)
      const { body, headers } = activityCsvResponse(query, {
        locale,
        people: found && [...found.keys()],
        targetName: id => getTargets().find(target => target.id === id)?.name[locale] ?? id,
      })
      return new Response(body && (await toWatchedStream(body, session)), { headers })
    },
  ),
})
