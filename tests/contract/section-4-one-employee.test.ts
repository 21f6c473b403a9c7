import { expect, test } from 'vitest'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { employeeUpdateResponse } from './support/specification.ts'
import { startSandbox } from './support/start-sandbox.ts'
import { findEmployee, getEmployee, listAll, toRefusal } from './support/walk.ts'

test('section 4, GET employee: the answer has the same format and content as in the list', async () => {
  const sandbox = startSandbox()
  const listed = await findEmployee(sandbox, MIXED_PROJECT.id, ({ photo }) => photo.approved)
  expect(await getEmployee(sandbox, listed.id)).toEqual(listed)
})

test('section 4, PATCH employee: only the fields sent change', async () => {
  const sandbox = startSandbox()
  const before = await findEmployee(sandbox, MIXED_PROJECT.id, () => true)
  const update = { last_name: 'Geändert', locale: null }
  const answer = await sandbox.api('PATCH', `/employees/${before.id}`, { body: update })
  expect(answer.status).toBe(200)
  expect(employeeUpdateResponse.parse(await answer.json()).data).toEqual({ ...before, ...update })
  expect(await getEmployee(sandbox, before.id)).toEqual({ ...before, ...update })
})

test('section 4, PATCH employee: an empty update changes nothing', async () => {
  const sandbox = startSandbox()
  const before = await getEmployee(sandbox, 1701)
  expect((await sandbox.api('PATCH', '/employees/1701', { body: {} })).status).toBe(200)
  expect(await getEmployee(sandbox, 1701)).toEqual(before)
})

test('section 4, PATCH employee: an invalid field is a 422, and no field changes', async () => {
  const sandbox = startSandbox()
  const before = await getEmployee(sandbox, 1701)
  const body = { first_name: 'Gut', email: 'wrong', mitarbeiternummer: null, last_name: '' }
  const answer = await sandbox.api('PATCH', '/employees/1701', { body })
  expect(await toRefusal(answer)).toEqual({
    status: 422,
    fields: ['email', 'last_name', 'mitarbeiternummer'],
  })
  expect(await getEmployee(sandbox, 1701)).toEqual(before)
})

test("section 1: an update may not take a colleague's email or number, but may repeat its own", async () => {
  const sandbox = startSandbox()
  const [first, second] = await listAll(sandbox, MIXED_PROJECT.id)
  const path = `/employees/${first?.id}`
  const taken = { email: second?.email.toUpperCase(), mitarbeiternummer: second?.mitarbeiternummer }
  const refusal = await toRefusal(await sandbox.api('PATCH', path, { body: taken }))
  expect(refusal).toEqual({ status: 422, fields: ['email', 'mitarbeiternummer'] })
  const own = { email: first?.email, mitarbeiternummer: first?.mitarbeiternummer }
  expect((await sandbox.api('PATCH', path, { body: own })).status).toBe(200)
})

test('section 4, DELETE employee: the answer is 204, then employee and photo are unknown', async () => {
  const sandbox = startSandbox()
  const { id } = await findEmployee(sandbox, LARGE_PROJECT.id, ({ photo }) => photo.approved)
  const answer = await sandbox.api('DELETE', `/employees/${id}`)
  expect(answer.status).toBe(204)
  expect(answer.body).toBeNull()
  expect((await sandbox.api('GET', `/employees/${id}`)).status).toBe(404)
  expect((await sandbox.api('GET', `/employees/${id}/photo`)).status).toBe(404)
  expect((await sandbox.api('DELETE', `/employees/${id}`)).status).toBe(404)
  expect(await listAll(sandbox, LARGE_PROJECT.id)).toHaveLength(699)
})
