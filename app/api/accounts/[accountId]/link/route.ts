import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { accountParams } from '#lib/http/path-params.ts'
import { renewLink } from '#lib/session/accounts/manage-accounts.ts'
import { canManageAccounts } from '#lib/session/permissions.ts'

/** Creates a new link, shown once, for a user who lost theirs or forgot the password. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ permission: canManageAccounts, params: accountParams }, async ({ user, params }) =>
    json({ data: await renewLink(user, params.accountId) }, 201),
  ),
})
