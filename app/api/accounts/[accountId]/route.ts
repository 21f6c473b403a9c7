import { accountChangeSchema } from '#lib/contracts/accounts.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json, noContent } from '#lib/handlers/responses.ts'
import { accountParams } from '#lib/http/path-params.ts'
import { changeAccount, removeAccount } from '#lib/session/accounts/manage-accounts.ts'
import { canManageAccounts } from '#lib/session/permissions.ts'
import { endWorkOf } from '#lib/work/jobs-of-removed-accounts.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: handler(
    { permission: canManageAccounts, params: accountParams, body: accountChangeSchema },
    async ({ user, params, body }) => {
      const data = await changeAccount(user, params.accountId, body)
      if (data.status === 'disabled') void endWorkOf(params.accountId)
      return json({ data })
    },
  ),
  DELETE: handler({ permission: canManageAccounts, params: accountParams }, async ({ user, params }) => {
    await removeAccount(user, params.accountId)
    void endWorkOf(params.accountId)
    return noContent()
  }),
})
