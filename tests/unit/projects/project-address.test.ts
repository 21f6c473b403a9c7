import { expect, test } from 'vitest'
import { parseProjectAddress } from '#lib/projects/project-address.ts'

test.each([
  [undefined, { projectId: 102 }],
  [[], { projectId: 102 }],
  [['people', '1701'], { projectId: 102, employeeId: 1701 }],
])('the rest %j is an address below a project', (person, expected) => {
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
])('the project %s with %j is no address', (projectId, person) => {
  expect(parseProjectAddress({ projectId, ...(person && { person }) })).toBeNull()
})
