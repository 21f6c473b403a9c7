import { getEmployee } from '#lib/employees/employees.ts'
import { deleteEmployeeRecorded, updateEmployeeRecorded } from '#lib/employees/recorded-writes.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { readMirrorBody } from '#lib/handlers/mirror-input.ts'
import { json, noContent } from '#lib/handlers/responses.ts'
import { employeeParams } from '#lib/http/path-params.ts'
import { canEditEmployees, canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView, params: employeeParams }, async ({ params, reading, requireClient }) =>
    json({ data: await getEmployee(await requireClient(), params.employeeId, reading) }),
  ),
  PATCH: handler(
    { permission: canEditEmployees, params: employeeParams },
    async ({ request, user: actor, params, requireClient }) => {
      const input = await readMirrorBody(request)
      const client = await requireClient()
      return json(await updateEmployeeRecorded(params.employeeId, { client, actor, input }))
    },
  ),
  DELETE: handler(
    { permission: canEditEmployees, params: employeeParams },
    async ({ user: actor, params, requireClient }) => {
      await deleteEmployeeRecorded(params.employeeId, { client: await requireClient(), actor })
      return noContent()
    },
  ),
})
