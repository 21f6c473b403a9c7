import { z } from 'zod'
import { listEmployees } from '#lib/employees/employees.ts'
import { toListAnswer } from '#lib/employees/mirrored.ts'
import { createEmployeeRecorded, createEmployeesRecorded } from '#lib/employees/recorded-writes.ts'
import { json } from '#lib/http/answers.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { projectParams } from '#lib/http/path-params.ts'
import { parseInput } from '#lib/http/read-input.ts'
import {
  employeeBatchSchema,
  employeeInputSchema,
  employeeQuerySchema,
} from '#lib/portrait-api/input-contract.ts'
import { canEditEmployees, canView } from '#lib/session/permissions.ts'

const list = handler(
  { permission: canView, params: projectParams, query: employeeQuerySchema },
  async ({ params, query, reading, requireClient }) =>
    json(toListAnswer(await listEmployees(await requireClient(), params.projectId, query, reading))),
)

const create = handler(
  { permission: canEditEmployees, params: projectParams, body: z.looseObject({}) },
  async ({ user: actor, params: { projectId }, body, requireClient }) => {
    const client = await requireClient()
    if ('employees' in body) {
      const { employees: input } = parseInput(employeeBatchSchema, body)
      return json({ data: await createEmployeesRecorded(projectId, { client, actor, input }) }, 201)
    }
    const input = parseInput(employeeInputSchema, body)
    return json({ data: await createEmployeeRecorded(projectId, { client, actor, input }) }, 201)
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: list, POST: create })
