import { describe, expect, test } from 'vitest'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import type { ExportPlanResponse } from '#lib/exports/contract.ts'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import { COMPLETED_PROJECT, EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { ended, startExport } from '#tests/support/exports.ts'
import { askJson, toMirrored } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const EMPLOYEES = `/projects/${COMPLETED_PROJECT.id}/employees`
const NEW = { first_name: 'Zoë', last_name: 'Größe', email: 'zoe@example.com' }

/** A service with an unknown status for the first person and an unreadable record for the second. */
async function startOddDesk() {
  const desk = startDesk()
  const page = await askJson<EmployeePage>(desk.service, `${EMPLOYEES}?per_page=200`)
  const [first, , ...rest] = page.data
  if (!first) throw new Error('The seed has nobody.')
  const odd = { ...first, status: 'on_hold', locale: 'fr' }
  const body = { ...page, data: [odd, 'CANARY', ...rest] }
  const answer = { kind: 'status', status: 200, body } as const
  await desk.service.fault({ method: 'GET', path: EMPLOYEES, times: 99, answer })
  return { desk, editor: await desk.signIn(), odd, total: page.meta.total ?? 0 }
}

async function readAll(person: Person, search = ''): Promise<PeoplePage> {
  const path = `/api/projects/${COMPLETED_PROJECT.id}/people?per_page=200${search}`
  return until('everybody is known', async () => {
    const { body } = await person.json<PeoplePage>('GET', path)
    return body.meta.complete && body
  })
}

describe('a person of unknown state and an unreadable record', () => {
  test('a person of unknown state is shown with the word, and an unreadable record is counted', async () => {
    const { editor, odd, total } = await startOddDesk()
    const { data, meta } = await readAll(editor)
    expect(data[0]).toMatchObject({ id: odd.id, status: 'on_hold', locale: 'fr' })
    expect(data).toHaveLength(total - 1)
    expect(meta).toMatchObject({ total: total - 1, roster_total: total - 1, unreadable: 1, pages: 1 })
    expect(meta.counts).toMatchObject({ all: total - 1, other: 1, pending: 0 })
    const { data: others } = await readAll(editor, '&tile=other')
    expect(others.map(({ id }) => id)).toEqual([odd.id])
  })

  test('the first page shows odd records too, before everybody is read', async () => {
    const { editor, total } = await startOddDesk()
    const path = `/api/projects/${COMPLETED_PROJECT.id}/people?per_page=200`
    const { body } = await editor.json<PeoplePage>('GET', path)
    expect(body.meta).toMatchObject({ unreadable: 1, total: expect.any(Number) })
    expect(body.data).toHaveLength(total - 1)
  })

  test('the mirror passes odd records on, and says how many are missing', async () => {
    const { editor, odd, total } = await startOddDesk()
    const { body } = await editor.json<EmployeePage>('GET', `/api/v1${EMPLOYEES}?per_page=200`)
    expect(body.data[0]).toEqual(toMirrored(odd as Employee))
    expect([body.data.length, body.unreadable, body.meta.total]).toEqual([total - 1, 1, total])
  })

  test('a list as a file holds odd records with the service’s own words', async () => {
    const { editor } = await startOddDesk()
    const path = `/api/projects/${COMPLETED_PROJECT.id}/people/list?format=csv`
    const rows = readCsv(await (await editor.call('GET', path)).text())
    expect(rows[1]).toEqual(expect.arrayContaining(['on_hold', 'fr']))
  })

  test('an export shows unknown words and the number of unreadable records, also beforehand', async () => {
    const { editor, odd } = await startOddDesk()
    const scope = { kind: 'filter', filters: { tile: 'other' } } as const
    const body = { project_id: COMPLETED_PROJECT.id, scope }
    const { body: plan } = await editor.json<{ data: ExportPlanResponse }>('POST', '/api/exports/plan', {
      body,
    })
    expect(plan.data.checks).toEqual([
      { code: 'unreadable', count: 1, employee_ids: [] },
      { code: 'unknown_status', count: 1, employee_ids: [odd.id], words: ['on_hold'] },
    ])
    const { problems } = await ended(editor, await startExport(editor, COMPLETED_PROJECT.id, { scope }))
    expect(problems).toMatchObject([
      { employee_id: 0, code: 'unreadable' },
      { employee_id: odd.id, code: 'unknown_status', values: { status: 'on_hold' } },
    ])
  })

  test('the log names odd records by their kind, and never quotes their content', async () => {
    const { desk, editor } = await startOddDesk()
    await readAll(editor)
    const lines = desk.output.map(line => JSON.parse(line))
    const odd = lines.filter(({ event }) => event === 'service_answer_odd')
    expect(odd.map(({ field }) => field).sort()).toEqual(['data', 'locale', 'status'])
    expect(odd[0]).toMatchObject({ call: 'GET projects/{id}/employees' })
    expect(desk.output.join()).not.toMatch(/CANARY|on_hold/)
  })
})

describe('a finished write with an odd answer', () => {
  const path = `/api/v1/projects/${EMPTY_PROJECT.id}/employees`
  const afterwards = (status: number, body?: unknown) =>
    ({ kind: 'status', status, phase: 'after', ...(body !== undefined && { body }) }) as const

  async function makeWith(desk: Desk, status: number, answer: unknown, body: object) {
    await desk.service.fault({ method: 'POST', path: '/projects/**', answer: afterwards(status, answer) })
    const made = await (await desk.signIn()).json<{ data: Employee | Employee[] }>('POST', path, { body })
    const posts = (await desk.service.journal()).filter(({ method }) => method === 'POST')
    return { made, posts: posts.length }
  }

  test.each([
    [201, undefined],
    [201, {}],
    [201, { data: 'made' }],
    [200, { ok: true }],
    [201, { data: { first_name: 'Zoë' } }],
  ])(
    'a create that was answered %i %j is confirmed by a read, and is not sent twice',
    async (status, answer) => {
      const { made, posts } = await makeWith(startDesk(), status, answer, NEW)
      expect([made.status, posts]).toEqual([201, 1])
      expect(made.body.data).toMatchObject({ ...NEW, id: expect.any(Number), status: 'pending' })
    },
  )

  test("a batch is complete although records are missing in the service's answer", async () => {
    const employees = [NEW, { ...NEW, email: 'other@example.com' }]
    const { made, posts } = await makeWith(startDesk(), 201, { data: [null] }, { employees })
    expect([made.status, posts]).toEqual([201, 1])
    expect(made.body.data).toMatchObject(employees)
  })

  test.each([
    [200, {}],
    [200, { data: null }],
    [204, undefined],
  ])('a change that was answered %i %j is read again', async (status, answer) => {
    const desk = startDesk()
    const editor = await desk.signIn()
    await desk.service.fault({ method: 'PATCH', path: '/employees/**', answer: afterwards(status, answer) })
    const changed = await editor.json('PATCH', '/api/v1/employees/1001', { body: { first_name: 'Zoë' } })
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { id: 1001, first_name: 'Zoë' }, meta: { invitation_resent: false } },
    })
  })

  test.each([
    [200, {}],
    [202, undefined],
  ])('a delete that was answered %i %j is done', async (status, answer) => {
    const desk = startDesk()
    const editor = await desk.signIn()
    await desk.service.fault({ method: 'DELETE', path: '/employees/**', answer: afterwards(status, answer) })
    expect((await editor.call('DELETE', '/api/v1/employees/1001')).status).toBe(204)
    expect((await editor.call('GET', '/api/v1/employees/1001')).status).toBe(404)
  })
})
