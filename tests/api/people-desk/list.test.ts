import { read, utils } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { COMPLETED_PROJECT, EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { listPeople } from '#tests/support/mirror.ts'

const pathOf = (projectId: number, search = '') => `/api/projects/${projectId}/people/list?${search}`

async function get(person: Person, path: string, headers: Record<string, string | undefined> = {}) {
  const answer = await person.call('GET', path, { headers })
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  return { answer, bytes, text: bytes.toString('utf8') }
}

function readSheet(bytes: Buffer) {
  const book = read(bytes, { cellNF: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new Error('The workbook has no sheet.')
  return { sheet, rows: utils.sheet_to_json<string[]>(sheet, { header: 1 }) }
}

/** A person whose values a spreadsheet would misread. */
async function createTricky(desk: Desk): Promise<Employee> {
  const editor = await desk.signIn()
  const body = {
    first_name: '=HYPERLINK("https://evil.example";"x")',
    last_name: 'Zoë; "die" Größte',
    email: 'tricky@example.com',
    mitarbeiternummer: '000123',
  }
  const path = `/api/v1/projects/${EMPTY_PROJECT.id}/employees`
  const { body: answer } = await editor.json<{ data: Employee }>('POST', path, { body })
  return answer.data
}

async function lastEntry(desk: Desk) {
  const admin = await desk.signIn('admin')
  const { body } = await admin.json<{ data: unknown[] }>('GET', '/api/activity')
  return body.data[0]
}

describe('a list as CSV', () => {
  test('a German CSV has a UTF-8 mark, semicolons and German titles; numbers keep their zeros', async () => {
    const desk = startDesk()
    await createTricky(desk)
    const viewer = await desk.signIn('viewer')
    const { answer, text } = await get(viewer, pathOf(EMPTY_PROJECT.id, 'format=csv'), {
      'accept-language': 'de',
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/mitarbeitende-2026-0148-\d{4}-\d\d-\d\d\.csv/)
    expect(text.startsWith('\ufeff"Personalnummer";"Vorname";')).toBe(true)
    const [titles, row] = readCsv(text.slice(1))
    expect(titles).toHaveLength(9)
    expect(row?.slice(0, 6)).toEqual([
      '000123',
      `'=HYPERLINK("https://evil.example";"x")`,
      'Zoë; "die" Größte',
      'tricky@example.com',
      'Deutsch',
      'Noch nicht eingeladen',
    ])
  })

  test('a CSV has a safe name for every project, and keeps invisible characters for an import', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const { id } = await createTricky(desk)
    const last_name = 'Ab\u202eba'
    expect((await editor.json('PATCH', `/api/v1/employees/${id}`, { body: { last_name } })).status).toBe(200)
    const { data } = await (await desk.service.ask('/projects')).json()
    const renamed = data.map((project: object) => ({ ...project, projektnummer: '../\u202e20\u00ad26/7\n' }))
    const answer = { kind: 'status', status: 200, body: { data: renamed } } as const
    await desk.service.fault({ path: '/projects', times: 99, answer })
    for (const format of ['csv', 'xlsx']) {
      const { answer, text } = await get(editor, pathOf(EMPTY_PROJECT.id, `format=${format}`))
      const [, name = ''] =
        /filename\*=UTF-8''([^;]*)/.exec(answer.headers.get('content-disposition') ?? '') ?? []
      expect(decodeURIComponent(name)).toMatch(
        new RegExp(`^\\w+-\\.\\._2026_7_-\\d{4}-\\d\\d-\\d\\d\\.${format}$`),
      )
      if (format === 'csv') expect(text).toContain(last_name)
    }
  })

  test('an English CSV has commas and English titles', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const { text } = await get(viewer, pathOf(COMPLETED_PROJECT.id, 'format=csv'), {
      'accept-language': 'en',
    })
    expect(text.startsWith('\ufeff"Employee number","First name",')).toBe(true)
    expect(text.split('\r\n')).toHaveLength(1 + 36 + 1)
  })

  test('a CSV holds everybody who fits the filters, over all pages, in the chosen order', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const search = 'sort=email&dir=desc&per_page=25&page=2&tile=pending'
    const { text } = await get(viewer, pathOf(MIXED_PROJECT.id, `format=csv&${search}`), {
      'accept-language': 'de',
    })
    const ids = await viewer.json<{ data: { email: string }[] }>(
      'GET',
      `/api/projects/${MIXED_PROJECT.id}/people/ids?${search}`,
    )
    const emails = ids.body.data.map(({ email }) => email)
    expect(emails.length).toBeGreaterThan(25)
    expect(
      readCsv(text.slice(1))
        .slice(1)
        .map(row => row[3]),
    ).toEqual(emails)
  })
})

describe('a list as XLSX', () => {
  test('an XLSX holds nothing but texts: no formula, no number', async () => {
    const desk = startDesk()
    await createTricky(desk)
    const viewer = await desk.signIn('viewer')
    const { answer, bytes } = await get(viewer, pathOf(EMPTY_PROJECT.id, 'format=xlsx'), {
      'accept-language': 'de',
    })
    expect(answer.headers.get('content-type')).toContain('spreadsheetml.sheet')
    const { sheet, rows } = readSheet(bytes)
    expect(rows[1]?.slice(0, 4)).toEqual([
      '000123',
      '=HYPERLINK("https://evil.example";"x")',
      'Zoë; "die" Größte',
      'tricky@example.com',
    ])
    const cells = Object.entries(sheet).filter(([name]) => !name.startsWith('!'))
    expect(cells).toHaveLength(18)
    for (const [name, cell] of cells) expect([name, cell.t, cell.f]).toEqual([name, 's', undefined])
    expect(sheet.A2?.z).toBe('@')
  })

  test('an XLSX has real times, which agree with the CSV to the second', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const { text } = await get(viewer, pathOf(MIXED_PROJECT.id, 'format=csv'))
    const { bytes } = await get(viewer, pathOf(MIXED_PROJECT.id, 'format=xlsx'))
    const { sheet } = readSheet(bytes)
    const shown = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' })
    const timesOf = (rows: string[][]) => rows.map(row => row.slice(6))
    expect(timesOf(shown)).toEqual(timesOf(readCsv(text.slice(1))))
    const isTime = (name: string, { v }: { v?: unknown }) => /^[GHI](?!1$)\d+$/.test(name) && v !== ''
    const times = Object.entries(sheet).filter(([name, cell]) => isTime(name, cell))
    expect(times.length).toBeGreaterThan(300)
    expect(new Set(times.map(([, { t }]) => t))).toEqual(new Set(['n']))
  })

  test('a list of chosen people holds exactly them, in the order of the table', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const people = await listPeople(desk.service, COMPLETED_PROJECT.id)
    const chosen = [people[5], people[2], people[30]].map(person => person?.id ?? 0)
    const take = async (order: object) => {
      const answer = await viewer.call('POST', pathOf(COMPLETED_PROJECT.id), {
        body: { format: 'xlsx', employee_ids: [...chosen, 999_999], ...order },
      })
      const { rows } = readSheet(Buffer.from(await answer.arrayBuffer()))
      return rows.slice(1).map(row => row[0])
    }
    const inTable = async (search: string) => {
      const path = `/api/projects/${COMPLETED_PROJECT.id}/people/ids?${search}`
      const { body } = await viewer.json<{ data: { id: number }[] }>('GET', path)
      const numberOf = new Map(people.map(person => [person.id, person.mitarbeiternummer]))
      return body.data.filter(({ id }) => chosen.includes(id)).map(({ id }) => numberOf.get(id))
    }
    expect(await take({})).toEqual(await inTable(''))
    expect(await take({ dir: 'desc' })).toEqual(await inTable('dir=desc'))
    expect(await take({ sort: 'email', dir: 'desc' })).toEqual(await inTable('sort=email&dir=desc'))
    expect(new Set([await take({}), await take({ dir: 'desc' })].map(String)).size).toBe(2)
  })
})

describe('downloads of a list', () => {
  test('a list is logged with the number and the people before it goes out', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    await get(viewer, pathOf(COMPLETED_PROJECT.id, 'format=xlsx'))
    expect(await lastEntry(desk)).toMatchObject({
      actor: { id: viewer.id },
      action: 'list_downloaded',
      project: COMPLETED_PROJECT.id,
      details: { count: 36, format: 'xlsx' },
    })
    const [person] = await listPeople(desk.service, COMPLETED_PROJECT.id)
    const admin = await desk.signIn('admin')
    const of = await admin.json<{ data: unknown[] }>('GET', `/api/activity?employee=${person?.id}`)
    expect(of.body.data).toMatchObject([{ action: 'list_downloaded' }])
  })

  test('an invalid request or HEAD gets no list, and leaves no entry', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const ask = async (method: string, projectId: number, search: string) =>
      (await viewer.call(method, pathOf(projectId, search))).status
    expect(await ask('GET', COMPLETED_PROJECT.id, 'format=csv&tile=gone')).toBe(422)
    expect(await ask('GET', COMPLETED_PROJECT.id, '')).toBe(422)
    expect(await ask('GET', COMPLETED_PROJECT.id, 'format=pdf')).toBe(422)
    expect(await ask('GET', EMPTY_PROJECT.id, 'format=csv')).toBe(404)
    expect(await ask('GET', 999, 'format=csv')).toBe(404)
    expect(await ask('HEAD', COMPLETED_PROJECT.id, 'format=csv')).toBe(200)
    expect(await lastEntry(desk)).toBeUndefined()
  })
})
