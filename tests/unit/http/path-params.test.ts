import { expect, test } from 'vitest'
import { employeeParams, exportParams, projectParams } from '#lib/http/path-params.ts'

test('ids are whole numbers', () => {
  expect(projectParams.parse({ projectId: '101' })).toEqual({ projectId: 101 })
  expect(employeeParams.parse({ employeeId: '9007199254740991' })).toEqual({
    employeeId: Number.MAX_SAFE_INTEGER,
  })
})

test.each([
  '',
  '0',
  '01',
  '-1',
  '1.5',
  '1e3',
  ' 1',
  '1 ',
  'x',
  '1/2',
  '..',
  '%2e',
  '٣',
  '9007199254740992',
  '9'.repeat(17),
])('the text %j is no id', id => {
  expect(projectParams.safeParse({ projectId: id }).success).toBe(false)
  expect(employeeParams.safeParse({ employeeId: id }).success).toBe(false)
  expect(exportParams.safeParse({ exportId: id }).success).toBe(false)
})
