import { expect, test } from 'vitest'
import { parseProjectAddress } from '#lib/projects/project-address.ts'

test.each([
  [undefined, { projectId: 102 }],
  [[], { projectId: 102 }],
  [['people', '1701'], { projectId: 102, employeeId: 1701 }],
])('below a project, %j is an address', (person, expected) => {
  expect(parseProjectAddress({ projectId: '102', ...(person && { person }) })).toEqual(expected)
})

test.each([
  ['102', ['people']],
  ['102', ['people', '0']],
  ['102', ['people', '1e3']],
  ['102', ['people', '1701', 'more']],
  ['102', ['persons', '1701']],
  ['x', undefined],
  ['x', ['people', '1701']],
])('%s with %j is nobody’s address', (projectId, person) => {
  expect(parseProjectAddress({ projectId, ...(person && { person }) })).toBeNull()
})
