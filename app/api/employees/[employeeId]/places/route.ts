import { toPlacesOfPerson } from '#lib/deliveries/manage/to-delivery.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { employeeParams } from '#lib/http/path-params.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView, params: employeeParams }, async ({ params }) =>
    json({ data: await toPlacesOfPerson(params.employeeId) }),
  ),
})
