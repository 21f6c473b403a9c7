import { z } from 'zod'
import { createEmployee, createEmployees, listEmployees } from '#lib/employees/employees.ts'
import { json } from '#lib/http/answers.ts'
import { handler } from '#lib/http/handler.ts'
import { methods } from '#lib/http/methods.ts'
import { projectParams } from '#lib/http/path-params.ts'
import { parseInput } from '#lib/http/read-input.ts'
import { employeeBatchSchema, employeeInputSchema, employeeQuerySchema } from '#lib/portrait-api/contract.ts'
import { canEditEmployees, canView } from '#lib/session/permissions.ts'

const list = handler(
  { permission: canView, params: projectParams, query: employeeQuerySchema },
  async ({ params, query, reading, requireClient }) =>
    json(await listEmployees(await requireClient(), params.projectId, query, reading)),
)

const create = handler(
  { permission: canEditEmployees, params: projectParams, body: z.looseObject({}) },
  async ({ params: { projectId }, body, requireClient }) => {
    const client = await requireClient()
    if ('employees' in body) {
      const { employees } = parseInput(employeeBatchSchema, body)
      return json({ data: await createEmployees(client, projectId, employees) }, 201)
    }
    return json({ data: await createEmployee(client, projectId, parseInput(employeeInputSchema, body)) }, 201)
  },
)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: list, POST: create })
