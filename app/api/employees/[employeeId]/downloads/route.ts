import { findAdded, listPhotoDownloads } from '#lib/activity/list-activity.ts'
import { requireLastSeen } from '#lib/employees/recorded-writes.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { json } from '#lib/handlers/responses.ts'
import { employeeParams } from '#lib/http/path-params.ts'
import { canView } from '#lib/session/permissions.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ permission: canView, params: employeeParams }, async ({ params, requireClient }) => {
    const employee = await requireLastSeen(await requireClient(), params.employeeId)
    const [data, added_at] = await Promise.all([listPhotoDownloads(employee.id), findAdded(employee.id)])
    const named = new Set(data.map(({ details }) => details.target))
    const targets = getTargets().filter(({ id }) => named.has(id))
    return json({ data, added_at, targets: targets.map(({ id, name }) => ({ id, name })) })
  }),
})
