import { recordActivity, recordChange } from '#lib/activity/record-activity.ts'
import { type ConnectionScope, type ConnectionSource, connectionInputSchema } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json, noContent } from '#lib/handlers/responses.ts'
import { removeCompanyKey, saveCompanyKey } from '#lib/session/company-key.ts'
import { checkKey, getConnection, isConnectedByOperator } from '#lib/session/connection.ts'
import { canConnect, canView } from '#lib/session/permissions.ts'
import { removePersonalKey, savePersonalKey } from '#lib/session/personal-key.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ request, session, cookies }) => {
    const connection = await getConnection(session, cookies)
    const answer = json({ data: connection })
    // A cookie that does not serve this session is of no use to anybody.
    if (connection.by !== 'person') await removePersonalKey(request, answer)
    return answer
  }),

  PUT: handler(
    { permission: canConnect, body: connectionInputSchema },
    async ({ request, user, session, body: { key, scope } }) => {
      requireOwnKeys()
      const projects = await checkKey(key, request.signal)
      const by: ConnectionSource = scope === 'me' ? 'person' : 'company'
      const response = json({ data: { connected: true, by, projects } })
      const entry = { actor: user, action: 'key_set' as const, details: { scope } }
      if (scope === 'me') {
        await recordActivity(entry)
        await savePersonalKey({ request, response }, session, key)
      } else {
        await recordChange(entry, () => saveCompanyKey(key))
        await removePersonalKey(request, response)
      }
      return response
    },
  ),

  DELETE: handler({ permission: canConnect }, async ({ request, user, session, cookies }) => {
    requireOwnKeys()
    const scope: ConnectionScope =
      (await getConnection(session, cookies)).by === 'person' ? 'me' : 'everybody'
    const entry = { actor: user, action: 'key_removed' as const, details: { scope } }
    if (scope === 'me') await recordActivity(entry)
    else await recordChange(entry, removeCompanyKey)
    const answer = noContent()
    await removePersonalKey(request, answer)
    return answer
  }),
})

function requireOwnKeys(): void {
  if (isConnectedByOperator()) throw new DeskError('connected_by_operator')
}
