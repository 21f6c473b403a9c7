import { listEmployees } from '#lib/employees/employees.ts'
import { toListResponse } from '#lib/employees/mirrored.ts'
import { createEmployeeRecorded, createEmployeesRecorded } from '#lib/employees/recorded-writes.ts'
import { handler } from '#lib/handlers/handler.ts'
import { methods } from '#lib/handlers/methods.ts'
import { findKnownQuery, readEntries, readMirrorBody, readMirrorQuery } from '#lib/handlers/mirror-input.ts'
import { json } from '#lib/handlers/responses.ts'
import { projectParams } from '#lib/http/path-params.ts'
import { employeeQuerySchema } from '#lib/portrait-api/input-contract.ts'
import { canEditEmployees, canView } from '#lib/session/permissions.ts'

const list = handler(
  { permission: canView, params: projectParams },
  async ({ request, params, reading, requireClient }) => {
    const search = readMirrorQuery(request.url)
    const query = findKnownQuery(employeeQuerySchema, search) ?? search
    return json(toListResponse(await listEmployees(await requireClient(), params.projectId, query, reading)))
  },
)

const create = handler(
  { permission: canEditEmployees, params: projectParams },
  async ({ request, user: actor, params: { projectId }, requireClient }) => {
    const input = await readMirrorBody(request)
    const batch = readEntries(input)
    const client = await requireClient()
    if (!batch) return json({ data: await createEmployeeRecorded(projectId, { client, actor, input }) }, 201)
    const { entries, beside } = batch
    const call = { client, actor, input: entries, options: { beside } }
    return json({ data: await createEmployeesRecorded(projectId, call) }, 201)
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: list, POST: create })
