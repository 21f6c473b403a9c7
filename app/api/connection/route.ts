import { DeskError } from '#lib/errors.ts'
import { json, noContent } from '#lib/http/answers.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import {
  checkKey,
  getConnection,
  isConnectedByOperator,
  removeKey,
  saveKey,
} from '#lib/session/connection.ts'
import { connectionInputSchema } from '#lib/session/contract.ts'
import { canConnect, canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView }, async ({ user, cookies }) =>
    json({ data: await getConnection(user, cookies) }),
  ),
  PUT: handler({ permission: canConnect, body: connectionInputSchema }, async ({ request, user, body }) => {
    requireOwnKeys()
    const projects = await checkKey(body.key, request.signal)
    const answer = json({ data: { connected: true, by: 'person', projects } })
    await saveKey(request, answer, user, body.key)
    return answer
  }),
  DELETE: handler({ permission: canConnect }, async ({ request }) => {
    requireOwnKeys()
    const answer = noContent()
    await removeKey(request, answer)
    return answer
  }),
})

function requireOwnKeys(): void {
  if (isConnectedByOperator()) throw new DeskError('connected_by_operator')
}
