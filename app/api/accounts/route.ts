import { inviteInputSchema } from '#lib/contracts/accounts.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { inviteColleague, listAccounts } from '#lib/session/manage-accounts.ts'
import { canManageAccounts } from '#lib/session/permissions.ts'
import { getEnv } from '#lib/settings/env.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canManageAccounts }, async () =>
    json({ data: await listAccounts(), meta: { local_sign_in: getEnv().localSignIn } }),
  ),
  POST: handler({ permission: canManageAccounts, body: inviteInputSchema }, async ({ user, body }) =>
    json({ data: await inviteColleague(user, body) }, 201),
  ),
})
