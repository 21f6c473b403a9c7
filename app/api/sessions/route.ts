import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json, noContent } from '#lib/handlers/responses.ts'
import { canView } from '#lib/session/permissions.ts'
import { endOtherSessions, listOwnSessions } from '#lib/session/sessions/own-sessions.ts'

/** Returns the user's sessions; `DELETE` ends all but the current one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ session }) =>
    json({ data: await listOwnSessions(session) }),
  ),
  DELETE: handler({ permission: canView }, async ({ session }) => {
    await endOtherSessions(session)
    return noContent()
  }),
})
