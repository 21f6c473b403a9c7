import { expect, test } from 'vitest'
import { exportRequestSchema } from '#lib/exports/contract.ts'
import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import { resolveRequest } from '#lib/exports/plan/resolve-request.ts'
import { targetOf } from '#tests/support/export-plan.ts'

const ask = (target: string, body: object = {}) =>
  resolveRequest(exportRequestSchema.parse({ project_id: 7, target, ...body }), targetOf(target))

test('a field missing in a request is taken from the target', () => {
  expect(ask('hibob')).toMatchObject({
    scope: { kind: 'approved' },
    variant: 'standard',
    size: 'auto',
    naming: { template: '{email}' },
    locale: 'en',
  })
})

test('a field that the target allows may differ from the target', () => {
  const naming = { ...BY_NUMBER, pad: 8, folder: 'letter' }
  const body = { variant: 'transparent', size: 1, naming }
  expect(ask('number', body)).toMatchObject(body)
})

test.each([
  ['microsoft-365', { size: 0 }, 'size'],
  ['microsoft-365', { size: null }, 'size'],
  ['moodle', { naming: { ...BY_NUMBER, folder: 'letter' } }, 'naming.folder'],
])('%s refuses %o', (target, body, field) => {
  expect(() => ask(target, body)).toThrow(
    expect.objectContaining({ code: 'invalid', errors: { [field]: [expect.any(String)] } }),
  )
})

test('a resolved request can be sent again, also to a target with fixed names', () => {
  const target = { ...targetOf('hibob'), overrides: [] }
  const first = resolveRequest(exportRequestSchema.parse({ project_id: 7, target: 'hibob' }), target)
  expect(resolveRequest(exportRequestSchema.parse(first), target)).toEqual(first)
  const other = { ...first, naming: { ...first.naming, pad: 3 } }
  expect(() => resolveRequest(other, target)).toThrow(
    expect.objectContaining({ errors: { naming: [expect.any(String)] } }),
  )
})
