import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { noContent } from '#lib/handlers/responses.ts'
import { sessionParams } from '#lib/http/path-params.ts'
import { canView } from '#lib/session/permissions.ts'
import { endOwnSession } from '#lib/session/sessions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  DELETE: handler({ permission: canView, params: sessionParams }, async ({ session, params }) => {
    await endOwnSession(session, params.sessionId)
    return noContent()
  }),
})
