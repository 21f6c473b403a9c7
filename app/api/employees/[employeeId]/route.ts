import { employeeChangeSchema } from '#lib/employees/change-contract.ts'
import { changeEmployee } from '#lib/employees/recorded-writes.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { employeeParams } from '#lib/http/path-params.ts'
import { canEditEmployees } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: handler(
    { permission: canEditEmployees, params: employeeParams, body: employeeChangeSchema },
    async ({ user: actor, params, body: input, requireClient }) =>
      json(await changeEmployee(params.employeeId, { client: await requireClient(), actor, input })),
  ),
})
