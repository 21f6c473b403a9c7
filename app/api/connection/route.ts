import { recordActivity, recordChange } from '#lib/activity/record-activity.ts'
import {
  type ConnectionSource,
  connectionEndQuerySchema,
  connectionInputSchema,
} from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json, noContent } from '#lib/handlers/responses.ts'
import { removeCompanyKey, saveCompanyKey } from '#lib/session/connection/company-key.ts'
import { checkKey, getConnection, isConnectedByOperator } from '#lib/session/connection/connection.ts'
import { removePersonalKey, savePersonalKey } from '#lib/session/connection/personal-key.ts'
import { canConnect, canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ request, session, cookies }) => {
    const connection = await getConnection(session, cookies)
    const answer = json({ data: connection })
    // Removes the cookie of a personal key that this session does not use.
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

  /**
   * Removes the user's own key, or the company's. Fails with `connection_changed` if the page showed the company's key and
   * the user has an own key by now.
   */
  DELETE: handler(
    { permission: canConnect, query: connectionEndQuerySchema },
    async ({ request, user, session, cookies, query: { scope } }) => {
      requireOwnKeys()
      const hasOwn = (await getConnection(session, cookies)).by === 'person'
      const entry = { actor: user, action: 'key_removed' as const, details: { scope } }
      if (scope === 'everybody') {
        if (hasOwn) throw new DeskError('connection_changed')
        await recordChange(entry, removeCompanyKey)
      } else if (hasOwn) await recordActivity(entry)
      const answer = noContent()
      await removePersonalKey(request, answer)
      return answer
    },
  ),
})

function requireOwnKeys(): void {
  if (isConnectedByOperator()) throw new DeskError('connected_by_operator')
}
