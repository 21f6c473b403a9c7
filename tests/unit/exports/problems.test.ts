import { expect, test } from 'vitest'
import { countGone } from '#lib/exports/problems.ts'

const problem = (employee_id: number, code: string) => ({
  employee_id,
  mitarbeiternummer: '',
  name: '',
  code,
  file_name: null,
})

test('an employee deleted after a download is no failure of it, and one before was never in it', () => {
  expect(countGone({ failed: 0, problems: [] })).toBe(0)
  expect(countGone({ failed: 3, problems: [problem(1, 'not_found'), problem(2, 'not_approved')] })).toBe(1)
  expect(countGone({ failed: 1, problems: [problem(1, 'not_found'), problem(9, 'not_found')] })).toBe(1)
})
