import { afterEach, expect, test, vi } from 'vitest'
import { saverOf } from '#components/imports/check/row-saver.ts'
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

/** A desk that answers one call after the other; `sent` are the edits that came in. */
function stubDesk(...answers: { status: number; body: unknown }[]) {
  const sent: ImportEdits['edits'][] = []
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as ImportEdits).edits)
    const { status, body: answer } = answers.shift() ?? { status: 200, body: { data: SAVED } }
    return Response.json(answer, { status })
  })
  return sent
}

test('rows that are over by now do not keep the other edits from being saved, and the rows are read anew', async () => {
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

test('an import that another tab has begun to send is read anew, and what could not be kept stays here', async () => {
  stubDesk({ status: 409, body: { message: 'No.', code: 'import_moved_on' } })
  const onStale = vi.fn()
  const saver = saverOf('i', onStale)
  saver.keep([{ row: 2, values: { email: 'a@example.com' } }])
  await vi.waitFor(() => expect(saver.state.get().problem?.code).toBe('import_moved_on'))
  expect(onStale).toHaveBeenCalledOnce()
  expect(saver.pending(2)).toEqual({ row: 2, values: { email: 'a@example.com' } })
})
