import { expect, test } from 'vitest'
import { EMPLOYEE_STATUSES } from '#lib/portrait-api/contract.ts'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { imageSizeListResponse, projectListResponse } from './support/specification.ts'
import { startSandbox } from './support/start-sandbox.ts'
import { listAll } from './support/walk.ts'

test('section 2, Project: the list has every field, all statuses and a missing start date', async () => {
  const answer = await startSandbox().api('GET', '/projects')
  const { data } = projectListResponse.parse(await answer.json())
  expect(new Set(data.map(({ status }) => status))).toEqual(
    new Set(['draft', 'active', 'completed', 'archived']),
  )
  expect(data.some(({ start_date }) => start_date === null)).toBe(true)
  expect(data.find(({ id }) => id === LARGE_PROJECT.id)?.employees_count).toBe(700)
})

test('section 2, Employee: every employee of the mixed project parses, and every status occurs', async () => {
  const employees = await listAll(startSandbox(), MIXED_PROJECT.id)
  expect(employees).toHaveLength(240)
  expect(new Set(employees.map(({ status }) => status))).toEqual(new Set(EMPLOYEE_STATUSES))
  expect(new Set(employees.map(({ locale }) => locale))).toEqual(new Set(['de', 'en', null]))
})

test('section 2, Employee: a field that the specification does not name is not shown', async () => {
  const sandbox = startSandbox()
  const answer = await sandbox.api('GET', '/employees/1001')
  const { data } = await answer.json()
  expect(Object.keys(data).sort()).toEqual(
    ['id', 'project_id', 'mitarbeiternummer', 'first_name', 'last_name', 'email', 'locale', 'status']
      .concat('invited_at', 'uploaded_at', 'photo')
      .sort(),
  )
  expect(Object.keys(data.photo).sort()).toEqual(['approved', 'edited_at', 'standard_url', 'transparent_url'])
})

test('section 2, Employee.photo: an address is set only when its file is finished and approved', async () => {
  const employees = await listAll(startSandbox(), MIXED_PROJECT.id)
  const photos = employees.map(({ photo }) => photo)
  expect(photos.filter(({ approved, standard_url }) => !approved && standard_url !== null)).toEqual([])
  expect(photos.some(({ standard_url, transparent_url }) => standard_url && !transparent_url)).toBe(true)
  expect(photos.some(({ standard_url, transparent_url }) => standard_url && transparent_url)).toBe(true)
  expect(photos.some(({ edited_at, approved }) => edited_at && !approved)).toBe(true)
})

test('section 2, Employee.photo: the addresses lead to the photo endpoint of the request origin', async () => {
  const sandbox = startSandbox()
  const [employee] = await listAll(sandbox, LARGE_PROJECT.id)
  expect(employee?.photo.standard_url).toBe(
    `http://service.test/api/v1/employees/${employee?.id}/photo?variant=standard`,
  )
  expect(employee?.photo.transparent_url).toBe(
    `http://service.test/api/v1/employees/${employee?.id}/photo?variant=transparent`,
  )
})

test('section 2, Image size: indexes count from 0 and there are at most four', async () => {
  const answer = await startSandbox().api('GET', '/image-sizes')
  const { data } = imageSizeListResponse.parse(await answer.json())
  expect(data.map(({ index }) => index)).toEqual([0, 1, 2, 3])
})
