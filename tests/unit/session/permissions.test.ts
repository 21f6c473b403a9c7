import { expect, test } from 'vitest'
import { ROLES } from '#lib/session/contract.ts'
import { canConnect, canEditEmployees, canExport, canView } from '#lib/session/permissions.ts'

test.each([
  ['viewer', { view: true, edit: false, export: true, connect: true }],
  ['editor', { view: true, edit: true, export: true, connect: true }],
  ['admin', { view: true, edit: true, export: true, connect: true }],
] as const)('what a %s may do', (role, may) => {
  const user = { id: 'x', email: 'x@example.com', role }
  expect({
    view: canView(user),
    edit: canEditEmployees(user),
    export: canExport(user),
    connect: canConnect(user),
  }).toEqual(may)
  expect(ROLES).toContain(role)
})
