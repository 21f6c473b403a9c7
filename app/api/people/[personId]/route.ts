import { json, noContent } from '#lib/http/answers.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { personParams } from '#lib/http/path-params.ts'
import { changePerson, removePerson } from '#lib/session/people.ts'
import { personChangeSchema } from '#lib/session/people-contract.ts'
import { canManagePeople } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: handler(
    { permission: canManagePeople, params: personParams, body: personChangeSchema },
    async ({ user, params, body }) => json({ data: await changePerson(user, params.personId, body) }),
  ),
  DELETE: handler({ permission: canManagePeople, params: personParams }, async ({ user, params }) => {
    await removePerson(user, params.personId)
    return noContent()
  }),
})
