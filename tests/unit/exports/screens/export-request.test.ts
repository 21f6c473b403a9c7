import { expect, test } from 'vitest'
import {
  exportFormSchema,
  firstValues,
  targetValues,
  toExportRequest,
} from '#components/exports/dialog/export-request.ts'
import { type ExportTarget, exportRequestSchema, exportTargetSchema } from '#lib/exports/contract.ts'
import { resolveRequest } from '#lib/exports/plan/resolve-request.ts'
import { BUILT_IN_TARGETS } from '#lib/exports/targets/built-in-targets.ts'

const OFFERED = BUILT_IN_TARGETS.map(target => exportTargetSchema.parse(target))
const CONTEXT = { projectId: 7, people: [], locale: 'de' } as const

const offered = (id: string): ExportTarget => {
  const target = OFFERED.find(target => target.id === id)
  if (!target) throw new Error(`There is no target ${id}.`)
  return target
}

test.each(OFFERED.map(target => [target.id, target] as const))(
  'the first values for %s are complete, and the sent ones are those the target takes',
  (id, target) => {
    const values = exportFormSchema.parse(firstValues(target, CONTEXT))
    const own = BUILT_IN_TARGETS.find(target => target.id === id)
    const request = exportRequestSchema.parse(toExportRequest(values, target))
    expect(own && resolveRequest(request, own)).toMatchObject({
      scope: { kind: 'approved' },
      target: id,
      naming: target.naming,
      variant: target.variant,
      size: 'auto',
      locale: 'de',
    })
  },
)

test('a selection of people is the first scope', () => {
  expect(firstValues(offered('number'), { ...CONTEXT, people: [3, 4] }).scope).toEqual({
    kind: 'people',
    employee_ids: [3, 4],
  })
})

test('a value fixed by the target is not sent, whatever was chosen for another target', () => {
  const before = { ...firstValues(offered('number'), CONTEXT), size: 2 }
  const target = { ...offered('microsoft-365'), overrides: [] }
  const sent = toExportRequest({ ...before, ...targetValues(target), size: 2 }, target)
  expect(sent).toEqual({
    project_id: 7,
    scope: { kind: 'approved' },
    target: 'microsoft-365',
    locale: 'de',
  })
})

test('no folder is sent where the system reads none', () => {
  const target = offered('moodle')
  const values = firstValues(target, CONTEXT)
  const sent = toExportRequest({ ...values, naming: { ...values.naming, folder: 'letter' } }, target)
  expect(sent.naming?.folder).toBe('none')
})
