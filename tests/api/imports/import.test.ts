import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { IMPORT_ROWS_MAX } from '#lib/contracts/import-limits.ts'
import { IMPORT_BODY_LIMITS, type Import, type ImportPeople } from '#lib/contracts/imports.ts'
import { EMPTY_PROJECT, MIXED_PROJECT, OTHER_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import {
  COLUMNS,
  draftImport,
  importEnded,
  importRow,
  importRows,
  pressStart,
  readImport,
  sendImport,
} from '#tests/support/imports.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = EMPTY_PROJECT.id

describe('a draft', () => {
  test('a draft is there after a restart, exactly as it was stored', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const rows = [importRow(1, { email: ' x@y.example\u00a0' }), importRow(2, {}, true)]
    const draft = await draftImport(editor, PROJECT, rows)
    restart()
    const read = await readImport(editor, draft)
    expect(read).toMatchObject({ state: 'draft', mine: true, file_name: 'Neue Leute.xlsx', columns: COLUMNS })
    expect(read.rows.map(({ row, cells, values, excluded }) => ({ row, cells, values, excluded }))).toEqual(
      rows,
    )
    expect((await desk.service.journal()).filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('a draft may be large, but has a limit', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const path = `/api/projects/${PROJECT}/imports`
    const cell = 'x'.repeat(30_000)
    const rows = importRows(60).map(row => ({ ...row, cells: [cell] }))
    const body = { file_name: 'Liste.csv', columns: ['A'], rows }
    expect((await editor.json('POST', path, { body })).status).toBe(201)
    const tooMany = { ...body, rows: importRows(10_001).map(row => ({ ...row, cells: [] })) }
    expect(await editor.json('POST', path, { body: tooMany })).toMatchObject({ status: 422 })
    const tooLarge = JSON.stringify(body) + ' '.repeat(IMPORT_BODY_LIMITS.bytes)
    expect(await editor.json('POST', path, { body: tooLarge })).toMatchObject({
      status: 413,
      body: { code: 'body_too_large' },
    })
  })

  test('a draft may have the maximum of rows, each with the maximum of text', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const rows = importRows(IMPORT_ROWS_MAX).map(row => ({ ...row, chosen_change: 'x'.repeat(64) }))
    const replaced = { replaces: crypto.randomUUID(), replaces_touched_at: new Date().toISOString() }
    const body = { file_name: 'Liste.csv', columns: COLUMNS, rows, ...replaced }
    expect(await editor.json('POST', `/api/projects/${PROJECT}/imports`, { body })).toMatchObject({
      status: 201,
      body: { data: { counts: { rows: IMPORT_ROWS_MAX } } },
    })
  })

  test("a draft with the same line twice, or for another customer's project, is refused", async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const body = { file_name: 'Liste.csv', columns: [], rows: [importRow(1), importRow(1)] }
    expect(await editor.json('POST', `/api/projects/${PROJECT}/imports`, { body })).toMatchObject({
      status: 422,
      body: { errors: { 'rows.1.row': [expect.any(String)] } },
    })
    const other = { ...body, rows: [importRow(1)] }
    const answer = await editor.json('POST', `/api/projects/${OTHER_PROJECT.id}/imports`, { body: other })
    expect(answer.status).toBe(404)
  })

  test('a draft changes row by row, and an edit of a missing row changes nothing', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const draft = await draftImport(editor, PROJECT, importRows(3))
    const path = `/api/imports/${draft.id}`
    const edits = [
      { row: 2, values: { email: 'neu@import.example' } },
      { row: 3, excluded: true },
    ]
    expect(draft.edited).toBe(false)
    const edited = await editor.json('PATCH', path, { body: { edits } })
    expect(edited).toMatchObject({ status: 200, body: { data: { edited: true } } })
    const wrong = {
      edits: [
        { row: 4, excluded: true },
        { row: 99, excluded: true },
      ],
    }
    expect((await editor.json('PATCH', path, { body: wrong })).status).toBe(422)
    const { rows } = await readImport(editor, draft)
    expect(rows.map(({ values, excluded }) => [values.email, excluded])).toEqual([
      ['neu@import.example', false],
      ['person.2@import.example', true],
      ['person.3@import.example', false],
    ])
  })
})

test('a draft keeps the chosen changes until they are cleared', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const rows = importRows(3).map(row => (row.row === 2 ? { ...row, chosen_change: 'a-1' } : row))
  const draft = await draftImport(editor, PROJECT, rows)
  const path = `/api/imports/${draft.id}`
  const edits = [
    { row: 3, chosen_change: 'b-2' },
    { row: 4, chosen_change: 'c-3' },
    { row: 4, values: { locale: 'de' } },
    { row: 2, chosen_change: null },
  ]
  expect((await editor.json('PATCH', path, { body: { edits } })).status).toBe(200)
  expect((await editor.json('PATCH', path, { body: { edits: [{ row: 3, excluded: true }] } })).status).toBe(
    200,
  )
  const { rows: left } = await readImport(editor, draft)
  expect(left.map(({ chosen_change }) => chosen_change)).toEqual([null, 'b-2', 'c-3'])
})

test('a draft is replaced only by a list that names its last edit', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const put = (replaces: string, replaces_touched_at?: string) =>
    editor.json('POST', `/api/projects/${PROJECT}/imports`, {
      body: { file_name: 'Neu.xlsx', columns: COLUMNS, rows: importRows(2), replaces, replaces_touched_at },
    })
  const draft = await draftImport(editor, PROJECT, importRows(2))
  const path = `/api/imports/${draft.id}`
  const edit = () => editor.json('PATCH', path, { body: { edits: [{ row: 2, excluded: true }] } })
  await edit()
  const read = await readImport(editor, draft)
  await until('it is a later moment', () => new Date().toISOString() > (read.touched_at ?? ''))
  await edit()
  expect((await put(draft.id)).status).toBe(201)
  expect((await put(draft.id, read.touched_at)).status).toBe(201)
  const { touched_at } = await readImport(editor, draft)
  expect((await put(draft.id, touched_at)).status).toBe(201)
  expect((await editor.json('GET', path)).status).toBe(404)
})

test('a row that was created can be neither changed nor sent again', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const done = await importEnded(editor, await sendImport(editor, PROJECT, importRows(2)))
  const edits = [{ row: 2, values: { last_name: 'Anders' } }]
  const answer = await editor.json('PATCH', `/api/imports/${done.id}`, { body: { edits } })
  expect(answer).toMatchObject({ status: 422, body: { errors: { 'edits.0.row': [expect.any(String)] } } })
  const all = [...edits, { row: 99, excluded: true }, { row: 3, excluded: true }]
  const every = await editor.json<{ errors: object }>('PATCH', `/api/imports/${done.id}`, {
    body: { edits: all },
  })
  expect(Object.keys(every.body.errors)).toEqual(['edits.0.row', 'edits.1.row', 'edits.2.row'])
  const id = done.rows[0]?.employee_id
  await editor.json('DELETE', `/api/v1/employees/${id}`)
  expect(await pressStart(editor, done, { expected: { create: 1, update: 0 } })).toMatchObject({
    status: 409,
    body: { code: 'import_changed', errors: { create: ['0'], update: ['0'] } },
  })
})

test('other people see an import without its file and rows; administrators may stop it', async () => {
  const desk = startDesk()
  const [anna, ben, admin] = await Promise.all([desk.signIn(), desk.signIn(), desk.signIn('admin')])
  const draft = await draftImport(anna, PROJECT, importRows(3))
  const list = async (person: typeof anna) =>
    (await person.json<{ data: Import[] }>('GET', `/api/projects/${PROJECT}/imports`)).body.data
  expect(await list(anna)).toMatchObject([{ id: draft.id, mine: true, file_name: 'Neue Leute.xlsx' }])
  for (const person of [ben, admin])
    expect(await list(person)).toMatchObject([
      { id: draft.id, mine: false, file_name: null, columns: [], owner_email: expect.stringContaining('@') },
    ])
  const path = `/api/imports/${draft.id}`
  const start = { create: true, update_rows: [], expected: { create: 3, update: 0 } }
  for (const person of [ben, admin])
    for (const [method, address, body] of [
      ['GET', path],
      ['GET', `${path}?rows=0`],
      ['GET', `${path}/result`],
      ['PATCH', path, { edits: [{ row: 2, excluded: true }] }],
      ['POST', `${path}/start`, start],
      ['POST', `${path}/resume`],
    ] as const)
      expect(await person.json(method, address, { body })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
  for (const [method, address] of [
    ['POST', `${path}/pause`],
    ['DELETE', path],
  ] as const)
    expect((await ben.json(method, address)).status).toBe(403)
  expect((await admin.json('DELETE', path)).status).toBe(204)
  expect(await list(anna)).toEqual([])
})

test('the people to compare with arrive as they are read, and are read again on request', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const path = `/api/projects/${MIXED_PROJECT.id}/imports/people`
  const ask = async (headers = {}) => (await editor.json<ImportPeople>('GET', path, { headers })).body
  const all = await until('everybody is there', async () => {
    const now = await ask()
    return now.meta.complete && !now.meta.reading && now
  })
  expect(all.data).toHaveLength(240)
  expect(all.meta).toEqual({
    loaded: 240,
    total: 240,
    complete: true,
    as_of: expect.any(String),
    reading: false,
    failed: false,
  })
  expect(Object.keys(all.data[0] ?? {}).sort()).toEqual([
    'email',
    'first_name',
    'id',
    'invited_at',
    'last_name',
    'locale',
    'mitarbeiternummer',
    'uploaded_at',
  ])
  const calls = (await desk.service.journal()).length
  await ask()
  expect(await desk.service.journal()).toHaveLength(calls)
  await ask({ 'x-refresh': '1' })
  expect((await desk.service.journal()).length).toBe(calls + 3)
  const unknown = await until('the failure is told', async () => {
    const answer = await editor.json('GET', '/api/projects/999/imports/people')
    return answer.status !== 200 && answer
  })
  expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('cached people are marked as old until they are read again or the service is back', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const path = `/api/projects/${MIXED_PROJECT.id}/imports/people`
  const ask = async () => (await editor.json<ImportPeople>('GET', path)).body
  const askUntil = ({ failed }: { failed: boolean }) =>
    until(`they were read, failed: ${failed}`, async () => {
      const now = await ask()
      return now.meta.complete && !now.meta.reading && now.meta.failed === failed && now
    })
  const { meta } = await askUntil({ failed: false })
  const now = performance.now.bind(performance)
  let passedMs = 61_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
  onTestFinished(() => clock.mockRestore())
  await desk.service.fault({ path: '/**', times: 999, answer: { kind: 'status', status: 503 } })
  expect((await ask()).meta).toMatchObject({ complete: true, reading: true, as_of: meta.as_of })
  const failed = await askUntil({ failed: true })
  expect(failed.meta.as_of).toBe(meta.as_of)
  expect(failed.data).toHaveLength(240)
  await desk.service.portal('DELETE', '/faults')
  const made = await desk.service.ask(`/projects/${MIXED_PROJECT.id}/employees`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Eva', last_name: 'Anderswo', email: 'eva@anderswo.example' }),
  })
  expect(made.status).toBe(201)
  passedMs += 61_000
  expect((await ask()).data).toHaveLength(240)
  const again = await askUntil({ failed: false })
  expect(again.data).toHaveLength(241)
  expect(Date.parse(again.meta.as_of ?? '')).toBeGreaterThan(Date.parse(meta.as_of ?? ''))
})

test('the log tells who sent the list, everybody it created, and its outcome', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const admin = await desk.signIn('admin')
  const done = await importEnded(editor, await sendImport(editor, PROJECT, importRows(250)))
  const { body } = await admin.json<{ data: Record<string, unknown>[] }>('GET', '/api/activity')
  const actor = { id: editor.id, email: `${editor.id}@example.com` }
  const imported = { created: 250, updated: 0, refused: 0 }
  expect(body.data).toMatchObject([
    { action: 'import_ended', outcome: 'done', actor, project: PROJECT, details: { imported } },
    { action: 'employees_created', outcome: 'done', actor },
    { action: 'employees_created', outcome: 'done', actor },
    { action: 'import_started', outcome: 'done', actor, details: { imported } },
  ])
  const one = await admin.json<{ data: unknown[] }>(
    'GET',
    `/api/activity?employee=${done.rows[7]?.employee_id}`,
  )
  expect(one.body.data).toMatchObject([{ action: 'employees_created' }])
})

test('a log that cannot be written stops every creation of an import', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const draft = await draftImport(editor, PROJECT, importRows(3))
  const { getSqlite } = await import('#lib/store/database.ts')
  getSqlite().exec('DROP TABLE activity_intents')
  const answer = await pressStart(editor, draft, { expected: { create: 3, update: 0 } })
  expect(answer).toMatchObject({ status: 503, body: { code: 'activity_unwritable' } })
  expect(await readImport(editor, draft)).toMatchObject({ state: 'draft' })
  expect((await desk.service.journal()).filter(({ method }) => method === 'POST')).toEqual([])
})

test('a project shows its own lists and those of no other', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const [here, there] = [
    await draftImport(editor, PROJECT, importRows(1)),
    await draftImport(editor, MIXED_PROJECT.id, importRows(1)),
  ]
  const list = async (id: number) =>
    (await editor.json<{ data: Import[] }>('GET', `/api/projects/${id}/imports`)).body.data.map(
      ({ id }) => id,
    )
  expect([await list(PROJECT), await list(MIXED_PROJECT.id)]).toEqual([[here.id], [there.id]])
})

test('lists unused for IMPORT_DAYS are deleted with all their rows, others are not', async () => {
  const desk = startDesk({ settings: { IMPORT_DAYS: '2' } })
  const editor = await desk.signIn()
  const old = await draftImport(editor, PROJECT, importRows(2))
  const young = await draftImport(editor, PROJECT, importRows(2))
  const sent = await draftImport(editor, PROJECT, importRows(2))
  const { getSqlite } = await import('#lib/store/database.ts')
  const before = new Date(Date.now() - 2 * 24 * 60 * 60_000 - 1000).toISOString()
  const touch = getSqlite().prepare('UPDATE imports SET touched_at = ?, state = ? WHERE id = ?')
  touch.run(before, 'draft', old.id)
  // A list that is being sent is needed, whatever its time says.
  touch.run(before, 'sending', sent.id)
  const { sweepImports } = await import('#lib/imports/imports.ts')
  expect(await sweepImports(Date.now())).toBe(1)
  expect((await editor.json('GET', `/api/imports/${old.id}`)).status).toBe(404)
  touch.run(new Date().toISOString(), 'draft', sent.id)
  expect((await editor.json('DELETE', `/api/imports/${sent.id}`)).status).toBe(204)
  const left = await readImport(editor, young)
  expect(Date.parse(left.deleted_at) - Date.parse(left.created_at)).toBe(2 * 24 * 60 * 60_000)
  expect(getSqlite().prepare('SELECT count(*) AS n FROM import_rows').get()?.n).toBe(2)
})
