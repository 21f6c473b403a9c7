import { expect, test } from 'vitest'
import { checkRows } from '#lib/imports/check/check-rows.ts'
import { digestPlan } from '#lib/imports/check/digest-plan.ts'
import { toImportPerson } from '#lib/imports/import-people.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import {
  draftImport,
  importEnded,
  importRow,
  importRows,
  outcomesOf,
  peopleAtService,
  pressStart,
  readImport,
  sendImport,
} from '#tests/support/imports.ts'

const PROJECT = EMPTY_PROJECT.id

test('a thousand new people cost five creating calls and one page of reading', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const done = await importEnded(editor, await sendImport(editor, PROJECT, importRows(1000)))
  expect(done).toMatchObject({
    state: 'done',
    planned: 1000,
    eta_seconds: 0,
    pause_reason: null,
    error: null,
  })
  expect(done.counts).toMatchObject({ rows: 1000, created: 1000, waiting: 0, open: 0, refused: 0 })
  const people = await peopleAtService(desk.service, PROJECT)
  const byNumber = new Map(people.map(person => [person.mitarbeiternummer, person]))
  expect(people).toHaveLength(1000)
  for (const { values, employee_id, mitarbeiternummer } of done.rows) {
    expect(mitarbeiternummer).toBe(values.mitarbeiternummer)
    expect(byNumber.get(values.mitarbeiternummer)).toMatchObject({ id: employee_id, email: values.email })
  }
  const calls = (await desk.service.journal()).map(({ method, path }) => `${method} ${path}`)
  expect(calls).toEqual([
    'GET /projects',
    'GET /projects/103/employees?per_page=200&page=1',
    ...Array.from({ length: 5 }, () => 'POST /projects/103/employees'),
  ])
})

test('a list is not sent when its numbers differ from the screen, and the true ones are shown', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const draft = await draftImport(editor, PROJECT, importRows(3))
  const answer = await pressStart(editor, draft, { expected: { create: 4, update: 0 } })
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'import_changed', errors: { create: ['3'], update: ['0'] } },
  })
  expect(await readImport(editor, draft)).toMatchObject({ state: 'draft', planned: 0 })
  expect(await peopleAtService(desk.service, PROJECT)).toEqual([])
})

test('a list is not sent when its numbers are the same but its rows differ from the screen', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const [known, other] = await peopleAtService(desk.service, MIXED_PROJECT.id)
  if (!known || !other) throw new Error('The seed is too small.')
  const { first_name, email, mitarbeiternummer } = known
  const rows = [importRow(1, { first_name, email, mitarbeiternummer, last_name: 'Neuname' })]
  const draft = await draftImport(editor, MIXED_PROJECT.id, rows)
  const digestOf = (people: Employee[]) => digestPlan(checkRows(rows, people.map(toImportPerson)).rows)
  const press = (digest: string) =>
    pressStart(editor, draft, { update_rows: [2], expected: { create: 0, update: 1, digest } })
  const before = digestOf([{ ...known, last_name: 'Vorher' }, other])
  expect(await press(before)).toMatchObject({ status: 409, body: { code: 'import_changed' } })
  expect((await readImport(editor, draft)).state).toBe('draft')
  expect((await press(digestOf([known]))).status).toBe(200)
  expect(outcomesOf(await importEnded(editor, draft))).toEqual({ updated: 1 })
})

test('an unusual address is sent, the refusal is shown at its row, and all others are made', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const rows = [importRow(1), importRow(2, { email: 'R&D@firma.example' }), importRow(3)]
  const done = await importEnded(editor, await sendImport(editor, PROJECT, rows))
  expect(done.rows.map(({ outcome }) => outcome)).toEqual(['created', 'refused', 'created'])
  expect(done.rows[1]?.problems).toEqual([
    { field: 'email', code: 'refused', reason: 'This must be an email address.' },
  ])
  expect(done.rows[1]?.values.email).toBe('R&D@firma.example')
})

test('each row of a mixed list is created, changed, left alone or explained, as checked', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const [one, two, three, four, five, six] = await peopleAtService(desk.service, MIXED_PROJECT.id)
  if (!one || !two || !three || !four || !five || !six) throw new Error('The seed is too small.')
  const of = (person: typeof one) => ({
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    mitarbeiternummer: person.mitarbeiternummer,
  })
  const rows = [
    importRow(1),
    importRow(2, {}, true),
    importRow(3, { email: 'niemand' }),
    importRow(4, of(one)),
    importRow(5, { ...of(two), last_name: 'Neuer Name' }),
    importRow(6, { ...of(three), first_name: 'Anders' }),
    importRow(7, { email: four.email, mitarbeiternummer: five.mitarbeiternummer }),
    importRow(8, { first_name: ' Ánna\u00a0', mitarbeiternummer: '', locale: 'Englisch' }),
    importRow(9, { email: 'keiner', mitarbeiternummer: six.mitarbeiternummer }),
  ]
  const draft = await draftImport(editor, MIXED_PROJECT.id, rows)
  const answer = await pressStart(editor, draft, { update_rows: [6], expected: { create: 2, update: 1 } })
  expect(answer.status).toBe(200)
  const done = await importEnded(editor, draft)
  expect(done.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, 'created'],
    [3, 'not_sent'],
    [4, 'not_sent'],
    [5, 'unchanged'],
    [6, 'updated'],
    [7, 'not_sent'],
    [8, 'not_sent'],
    [9, 'created'],
    [10, 'not_sent'],
  ])
  // One of the rows that were not sent was excluded, and one was not to be changed.
  expect(done.counts).toMatchObject({ not_sent: 5, faulty: 3 })
  expect(done.rows[2]?.problems).toEqual([{ field: 'email', code: 'not_an_email' }])
  expect(done.rows[3]?.employee_id).toBe(one.id)
  // A row in conflict does not get the id of the person it conflicts with.
  expect(done.rows[6]).toMatchObject({ problems: [{ code: 'taken_by_other' }], employee_id: null })
  expect(done.rows[8]?.employee_id).toBeNull()
  expect(done.rows[7]?.mitarbeiternummer).toMatch(/^MA-/)
  const people = await peopleAtService(desk.service, MIXED_PROJECT.id)
  expect(people).toHaveLength(242)
  expect(people.find(({ id }) => id === two.id)).toMatchObject({ last_name: 'Neuer Name' })
  expect(people.find(({ id }) => id === three.id)).toEqual(three)
  expect(people.find(({ email }) => email === 'person.8@import.example')).toMatchObject({
    first_name: 'Ánna',
    locale: 'en',
  })
})

test('refused rows get a reason at their field, the others are sent, and corrections alone later', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const draft = await draftImport(editor, PROJECT, importRows(300))
  const refusal = {
    message: 'Invalid.',
    errors: {
      'employees.1.email': ['The mailbox does not exist.'],
      'employees.9.mitarbeiternummer': ['This must not be longer than 3 characters.'],
    },
  }
  await desk.service.fault({ method: 'POST', answer: { kind: 'status', status: 422, body: refusal } })
  await pressStart(editor, draft, { expected: { create: 300, update: 0 } })
  const first = await importEnded(editor, draft)
  expect(outcomesOf(first)).toEqual({ created: 298, refused: 2 })
  expect(first.rows[1]).toMatchObject({
    outcome: 'refused',
    problems: [{ field: 'email', code: 'refused', reason: 'The mailbox does not exist.' }],
  })
  expect(first.rows[9]?.problems).toMatchObject([{ field: 'mitarbeiternummer', code: 'refused' }])
  expect(await peopleAtService(desk.service, PROJECT)).toHaveLength(298)

  const unchanged = await pressStart(editor, draft, { expected: { create: 2, update: 0 } })
  expect(unchanged).toMatchObject({ status: 409, body: { errors: { create: ['0'], update: ['0'] } } })
  expect((await pressStart(editor, draft, { expected: { create: 0, update: 0 } })).status).toBe(200)
  expect(outcomesOf(await importEnded(editor, draft))).toEqual({ created: 298, refused: 2 })

  const edits = [
    { row: 3, values: { email: 'mended@import.example' } },
    { row: 11, excluded: true },
  ]
  const edited = await editor.json('PATCH', `/api/imports/${draft.id}`, { body: { edits } })
  expect(edited).toMatchObject({
    status: 200,
    body: { data: { counts: { open: 1, refused: 1, left: 1, created: 298 } } },
  })
  expect((await pressStart(editor, draft, { expected: { create: 1, update: 0 } })).status).toBe(200)
  const second = await importEnded(editor, draft)
  expect(second).toMatchObject({ planned: 1, state: 'done' })
  expect(outcomesOf(second)).toEqual({ created: 299, not_sent: 1 })
  expect(second.counts.left).toBe(0)
  const people = await peopleAtService(desk.service, PROJECT)
  expect(people).toHaveLength(299)
  expect(people.filter(({ email }) => email === 'mended@import.example')).toHaveLength(1)
})

test('two lists into one project take turns, call by call', async () => {
  const desk = startDesk()
  const [anna, ben] = await Promise.all([desk.signIn(), desk.signIn()])
  await desk.service.fault({ method: 'POST', times: 4, answer: { kind: 'delay', ms: 250 } })
  const [one, two] = await Promise.all([
    sendImport(anna, PROJECT, importRows(400)),
    sendImport(ben, PROJECT, importRows(400, 1001)),
  ])
  expect(outcomesOf(await importEnded(anna, one))).toEqual({ created: 400 })
  expect(outcomesOf(await importEnded(ben, two))).toEqual({ created: 400 })
  const calls = (await desk.service.journal()).filter(({ method }) => method === 'POST')
  expect(calls).toHaveLength(4)
  for (const [index, { time }] of calls.entries())
    expect(time).toBeGreaterThanOrEqual(calls[index - 1]?.ended ?? 0)
})

test('a list creates nobody when only changes were asked for', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const [person] = await peopleAtService(desk.service, MIXED_PROJECT.id)
  if (!person) throw new Error('The seed has nobody.')
  const { first_name, email, mitarbeiternummer } = person
  const rows = [importRow(1, { first_name, last_name: 'Neu', email, mitarbeiternummer }), importRow(2)]
  const draft = await draftImport(editor, MIXED_PROJECT.id, rows)
  const start = { create: false, update_rows: 'all' as const, expected: { create: 0, update: 1 } }
  expect((await pressStart(editor, draft, start)).status).toBe(200)
  expect((await importEnded(editor, draft)).rows.map(({ outcome }) => outcome)).toEqual([
    'updated',
    'not_sent',
  ])
})

test('a change of a field that another person has changed since is not sent, and says so', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const [one, two, three] = await peopleAtService(desk.service, MIXED_PROJECT.id)
  if (!one || !two || !three) throw new Error('The seed is too small.')
  const rows = [one, two, three].map(({ first_name, email, mitarbeiternummer }, index) =>
    importRow(index + 1, { first_name, last_name: 'Neu', email, mitarbeiternummer }),
  )
  const draft = await draftImport(editor, MIXED_PROJECT.id, [...rows, importRow(4)])
  // The new person goes first, which leaves a colleague time to change two of the others.
  await desk.service.fault({ method: 'POST', answer: { kind: 'delay', ms: 4_000 } })
  await pressStart(editor, draft, { update_rows: [2, 3, 4], expected: { create: 1, update: 3 } })
  for (const [person, last_name] of [
    [one, 'Von-Anderen'],
    [two, 'Neu'],
  ] as const)
    expect(
      (await editor.json('PATCH', `/api/v1/employees/${person.id}`, { body: { last_name } })).status,
    ).toBe(200)
  const done = await importEnded(editor, draft)
  expect(done.rows.map(({ outcome, problems }) => [outcome, problems])).toEqual([
    ['refused', [{ field: 'last_name', code: 'changed_meanwhile' }]],
    ['updated', []],
    ['updated', []],
    ['created', []],
  ])
  const people = await peopleAtService(desk.service, MIXED_PROJECT.id)
  expect(people.find(({ id }) => id === one.id)?.last_name).toBe('Von-Anderen')
})

test('a change of a person who has just left is reported, and stops no other', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const people = (await peopleAtService(desk.service, MIXED_PROJECT.id)).slice(0, 2)
  const rows = people.map(({ first_name, email, mitarbeiternummer }, index) =>
    importRow(index + 1, { first_name, last_name: 'Neu', email, mitarbeiternummer }),
  )
  const draft = await draftImport(editor, MIXED_PROJECT.id, rows)
  const answer = { kind: 'status' as const, status: 404, body: {} }
  await desk.service.fault({ path: `/employees/${people[0]?.id}`, times: 99, answer })
  await pressStart(editor, draft, { create: false, update_rows: 'all', expected: { create: 0, update: 2 } })
  const done = await importEnded(editor, draft)
  expect([done.state, ...done.rows.map(({ outcome, problems }) => [outcome, problems[0]?.code])]).toEqual([
    'done',
    ['refused', 'gone'],
    ['updated', undefined],
  ])
})

test('a refusal that names nobody is bisected until one row is left, which gets the reason', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const nameless = { kind: 'status' as const, status: 422, body: { message: 'Not like this.', errors: {} } }
  await desk.service.fault({ method: 'POST', times: 3, answer: nameless })
  const draft = await draftImport(editor, PROJECT, importRows(4))
  await pressStart(editor, draft, { expected: { create: 4, update: 0 } })
  const done = await importEnded(editor, draft)
  expect(done.rows.map(({ outcome }) => outcome)).toEqual(['refused', 'created', 'created', 'created'])
  expect(done.rows[0]?.problems).toEqual([{ field: null, code: 'refused', reason: 'Not like this.' }])
})

test('a list of numbers and last names changes these people and creates nobody', async () => {
  const desk = startDesk()
  const editor = await desk.signIn()
  const before = await peopleAtService(desk.service, MIXED_PROJECT.id)
  const [known] = before
  if (!known) throw new Error('The seed is too small.')
  const empty = { first_name: '', email: '', locale: '' }
  const rows = [
    importRow(1, { ...empty, mitarbeiternummer: known.mitarbeiternummer, last_name: 'Geheiratet' }),
    importRow(2, { ...empty, mitarbeiternummer: 'unknown', last_name: '' }),
  ]
  const draft = await draftImport(editor, MIXED_PROJECT.id, rows)
  const digest = digestPlan(checkRows(rows, before.map(toImportPerson)).rows.slice(0, 1))
  await pressStart(editor, draft, { update_rows: [2], expected: { create: 0, update: 1, digest } })
  const done = await importEnded(editor, draft)
  expect(done.rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([[], ['not_in_project']])
  const after = await peopleAtService(desk.service, MIXED_PROJECT.id)
  expect(after).toHaveLength(before.length)
  const { first_name, email } = known
  expect(after.find(({ id }) => id === known.id)).toMatchObject({
    first_name,
    email,
    last_name: 'Geheiratet',
  })
})
