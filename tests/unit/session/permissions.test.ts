import { expect, test } from 'vitest'
import { ROLES } from '#lib/contracts/session.ts'
import {
  canConnect,
  canEditEmployees,
  canExport,
  canImport,
  canManageAccounts,
  canSeeActivity,
  canView,
} from '#lib/session/permissions.ts'

test.each([
  ['viewer', { view: true, edit: false, import: false, export: true, admin: false }],
  ['editor', { view: true, edit: true, import: true, export: true, admin: false }],
  ['admin', { view: true, edit: true, import: true, export: true, admin: true }],
] as const)('the permissions of %s', (role, may) => {
  const user = { id: 'x', email: 'x@example.com', role }
  for (const can of [canConnect, canManageAccounts, canSeeActivity]) expect(can(user)).toBe(may.admin)
  expect(canView(user)).toBe(may.view)
  expect(canEditEmployees(user)).toBe(may.edit)
  expect(canImport(user)).toBe(may.import)
  expect(canExport(user)).toBe(may.export)
  expect(ROLES).toContain(role)
})
