import { expect, test } from 'vitest'
import { isAskedAnew } from '#components/exports/card/is-asked-anew.ts'
import type { Export } from '#lib/exports/contract.ts'
import type { WorkItem } from '#lib/work/contract.ts'

const [BEFORE, THEN, SINCE] = [
  '2026-11-01T08:00:00.000Z',
  '2026-11-02T08:00:00.000Z',
  '2026-11-03T08:00:00.000Z',
]
const NAMING = {
  template: '{id}',
  transliterate: false,
  letter_case: 'keep',
  pad: 0,
  folder: 'none',
} as const
const REQUEST: Export['request'] = {
  ...{ project_id: 1, scope: { kind: 'approved' }, target: 'website' },
  ...{ variant: 'standard', size: 0, naming: NAMING, locale: 'de' },
}
const CANCELLED = { request: REQUEST, created_at: THEN }

function workOf(change: Partial<Export>): WorkItem[] {
  const job = { id: 'other', request: REQUEST, state: 'preparing', created_at: SINCE, ...change }
  return [{ kind: 'export', job, system: null } as WorkItem]
}

test.each(['preparing', 'paused', 'ready'] as const)(
  'an export that is %s, in whatever language, is the same one again',
  state => {
    const request = { ...REQUEST, locale: 'en' as const }
    expect(isAskedAnew(CANCELLED, workOf({ state, request }))).toBe(true)
  },
)

test.each([
  ['nothing is known of', []],
  ['that came to nothing as well', workOf({ state: 'cancelled' })],
  ['of before', workOf({ state: 'ready', created_at: BEFORE })],
  ['for another system', workOf({ request: { ...REQUEST, target: 'microsoft-365' } })],
])('an export %s is another one', (_which, work) => {
  expect(isAskedAnew(CANCELLED, work)).toBe(false)
})
