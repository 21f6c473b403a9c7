import { recordQuerySchema } from '#lib/deliveries/contract.ts'
import { personRecordResponse } from '#lib/deliveries/record/record-response.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { employeeParams } from '#lib/http/path-params.ts'
import { canRunDeliveries } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler(
    { permission: canRunDeliveries, params: employeeParams, query: recordQuerySchema },
    async ({ request, user, params, query: { format } }) =>
      personRecordResponse(params.employeeId, { request, user, format }),
  ),
})
