import { getEnv } from '#lib/env.ts'
import { json } from '#lib/http/answers.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { invitePerson, listPeople } from '#lib/session/people.ts'
import { inviteInputSchema } from '#lib/session/people-contract.ts'
import { canManagePeople } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canManagePeople }, async () =>
    json({ data: await listPeople(), meta: { local_sign_in: getEnv().localSignIn } }),
  ),
  POST: handler({ permission: canManagePeople, body: inviteInputSchema }, async ({ user, body }) =>
    json({ data: await invitePerson(user, body) }, 201),
  ),
})
