import { afterEach, describe, expect, test, vi } from 'vitest'
import { readRows, saverOf } from '#components/imports/check/row-saver.ts'
import type { ImportEdits } from '#lib/contracts/imports.ts'

afterEach(() => vi.unstubAllGlobals())

const SAVED = {
  ...{ id: 'i', owner_email: 'a@example.com', mine: true, project_id: 7, file_name: 'a.csv', columns: [] },
  ...{ project: { projektnummer: '7', name: 'München' }, state: 'done', pause_reason: null, error: null },
  counts: {
    ...{ rows: 2, open: 0, waiting: 0, created: 1, updated: 0, already_there: 0, unchanged: 0 },
    ...{ refused: 1, not_sent: 0, unknown: 0, faulty: 0, left: 1 },
  },
  ...{ planned: 2, edited: true, eta_seconds: 0, created_at: '2026-11-21T10:00:00Z' },
  ...{ started_at: null, ended_at: null, deleted_at: '2026-11-28T10:00:00Z' },
}

const ROW = {
  ...{
    row: 2,
    cells: [],
    excluded: false,
    chosen_change: null,
    outcome: null,
    problems: [],
    employee_id: null,
  },
  ...{ mitarbeiternummer: null, invitation_resent: false },
}
const VALUES = { first_name: 'Anna', last_name: 'Groß', email: '', mitarbeiternummer: '', locale: '' }

/** Stubs a desk whose answers wait for the test; they have the state at the time of the request. */
function stubSlowDesk() {
  let known = VALUES
  const open: { method: string; answer: () => void }[] = []
  vi.stubGlobal('fetch', (_: unknown, { method = 'GET', body }: { method?: string; body?: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const rows = [{ ...ROW, values: known }]
    if (body) known = { ...known, ...(JSON.parse(body) as ImportEdits).edits[0]?.values }
    open.push({ method, answer: () => resolve(Response.json({ data: { ...SAVED, rows } })) })
    return promise
  })
  return async (method: string) => {
    await vi.waitFor(() => expect(open.map(call => call.method)).toContain(method))
    open
      .splice(
        open.findIndex(call => call.method === method),
        1,
      )[0]
      ?.answer()
  }
}

/** Stubs a desk that answers in sequence; `sent` has the received edits. */
function stubDesk(...answers: { status: number; body: unknown }[]) {
  const sent: ImportEdits['edits'][] = []
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as ImportEdits).edits)
    const { status, body: answer } = answers.shift() ?? { status: 200, body: { data: SAVED } }
    return Response.json(answer, { status })
  })
  return sent
}

test('ended rows do not prevent other edits from being saved, and are read again', async () => {
  const errors = { 'edits.0.row': ['This row cannot be changed.'] }
  const sent = stubDesk({ status: 422, body: { message: 'No.', code: 'invalid', errors } })
  const onStale = vi.fn()
  const saver = saverOf('i', onStale)
  saver.keep([
    { row: 2, excluded: true },
    { row: 3, excluded: true },
  ])
  expect(await saver.save()).toBe(true)
  expect(sent).toEqual([
    [
      { row: 2, excluded: true },
      { row: 3, excluded: true },
    ],
    [{ row: 3, excluded: true }],
  ])
  expect(saver.state.get()).toEqual({ saving: false, problem: null })
  expect(onStale).toHaveBeenCalledOnce()
})

test('an import that another tab is sending is read again, and unsaved edits stay', async () => {
  stubDesk({ status: 409, body: { message: 'No.', code: 'import_moved_on' } })
  const onStale = vi.fn()
  const saver = saverOf('i', onStale)
  saver.keep([{ row: 2, values: { email: 'a@example.com' } }])
  await vi.waitFor(() => expect(saver.state.get().problem?.code).toBe('import_moved_on'))
  expect(onStale).toHaveBeenCalledOnce()
  expect(saver.pending(2)).toEqual({ row: 2, values: { email: 'a@example.com' } })
})

describe('rows that are read again during edits', () => {
  const typed = { row: 2, values: { email: 'neu@example.com' } }
  const read = async (rows: ReturnType<typeof readRows>) => (await rows)[0]?.values.email

  test('re-read rows contain an edit that is being saved', async () => {
    const answer = stubSlowDesk()
    const saver = saverOf('slow-1')
    const rows = readRows('slow-1')
    saver.keep([typed])
    await answer('GET')
    expect(await read(rows)).toBe('neu@example.com')
    saver.keep([{ row: 2, excluded: true }])
    expect(saver.pending(2)).toEqual({ ...typed, excluded: true })
    await answer('PATCH')
    await answer('PATCH')
    await vi.waitFor(() => expect(saver.pending(2)).toBeUndefined())
  })

  test('re-read rows contain an edit saved since they were read', async () => {
    const answer = stubSlowDesk()
    const saver = saverOf('slow-2')
    const rows = readRows('slow-2')
    saver.keep([typed])
    await answer('PATCH')
    await saver.save()
    await answer('GET')
    await answer('GET')
    expect(await read(rows)).toBe('neu@example.com')
  })
})
