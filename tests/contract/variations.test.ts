import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ARCHIVED_PROJECT, COMPLETED_PROJECT, EMPTY_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { VARIATION_NAMES, type VariationName } from '#sandbox/variations/variations.ts'
import { startSandbox, type TestSandbox } from './support/start-sandbox.ts'
import { findEmployee, newEmployee } from './support/walk.ts'

type Fields = Record<string, unknown>
type Answer = {
  status: number
  type: string | null
  text: string
  headers: Headers
  bytes: Buffer
  body: Fields
}
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>
type Check = (call: { ask: Ask; sandbox: TestSandbox }) => Promise<void>

const PEOPLE = `/projects/${COMPLETED_PROJECT.id}/employees`
const SMALL_PHOTO = '/photo?size=3'
const NEW_PEOPLE = `/projects/${EMPTY_PROJECT.id}/employees`
/** Paths whose answers no check changes. */
const UNTOUCHED = [`/projects/${ARCHIVED_PROJECT.id}/employees`, '/employees/1', '/projects/999/employees']
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** The first record of a list, or the only one of another answer. */
const first = ({ body }: Answer) =>
  (Array.isArray(body.data) ? body.data[0] : body.data) as Fields & { photo: Fields }
const records = ({ body }: Answer) => body.data as Fields[]
const project = async (ask: Ask) => first(await ask('GET', '/projects'))
const person = async (ask: Ask) => first(await ask('GET', PEOPLE))
const size = async (ask: Ask) => first(await ask('GET', '/image-sizes'))
const photo = async (ask: Ask) => ask('GET', `/employees/${(await person(ask)).id}${SMALL_PHOTO}`)
/** A 422 with reasons for two fields. */
const invalid = (ask: Ask) => ask('POST', NEW_PEOPLE, newEmployee({ email: 'no', first_name: '' }))
const sent = (email: string, mitarbeiternummer?: string) => newEmployee({ email, mitarbeiternummer })

async function taken(ask: Ask): Promise<Answer> {
  await ask('POST', NEW_PEOPLE, sent('one@example.com', '1'))
  return ask('POST', NEW_PEOPLE, sent('one@example.com', '1'))
}

async function times(ask: Ask, form: RegExp): Promise<void> {
  const { invited_at, uploaded_at, photo } = await person(ask)
  for (const time of [invited_at, uploaded_at, photo.edited_at]) expect(time).toMatch(form)
}

async function pixels({ bytes }: Answer): Promise<number[]> {
  const { width, height } = await sharp(bytes).metadata()
  return [width, height]
}

const isJpeg = (bytes: Buffer) => expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')

/** The check for each variation. A variation without a row fails the type check. */
const CHECKS: Record<VariationName, Check> = {
  'taken-409': async ({ ask }) => {
    const { status, body } = await taken(ask)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([409, ['email', 'mitarbeiternummer']])
  },
  'taken-409-without-fields': async ({ ask }) => {
    const { status, body } = await taken(ask)
    expect([status, Object.keys(body)]).toEqual([409, ['message']])
  },
  'emails-strict': async ({ ask }) => {
    for (const email of ['a+b@example.com', 'Anna@example.com', 'a_b@example.com'])
      expect((await ask('POST', NEW_PEOPLE, sent(email))).status, email).toBe(422)
    expect((await ask('POST', NEW_PEOPLE, sent('a.b-c@mail.example.com'))).status).toBe(201)
  },
  'emails-lenient': async ({ ask }) => {
    for (const email of ['jürgen@müller.example', '"a"@localhost'])
      expect((await ask('POST', NEW_PEOPLE, sent(email))).status, email).toBe(201)
    expect((await ask('POST', NEW_PEOPLE, sent('nobody'))).status).toBe(422)
  },
  'emails-kept-in-lower-case': async ({ ask }) => {
    const made = first(await ask('POST', NEW_PEOPLE, sent('Anna@Example.com')))
    expect(made.email).toBe('anna@example.com')
    expect(first(await ask('PATCH', `/employees/${made.id}`, { email: 'B@C.example' })).email).toBe(
      'b@c.example',
    )
  },
  'numbers-without-case': async ({ ask }) => {
    await ask('POST', NEW_PEOPLE, sent('one@example.com', 'AB-1'))
    expect((await ask('POST', NEW_PEOPLE, sent('two@example.com', 'ab-1'))).status).toBe(422)
    expect(records(await ask('GET', `${NEW_PEOPLE}?mitarbeiternummer=ab-1`))).toHaveLength(1)
  },
  'numbers-trimmed': async ({ ask }) => {
    expect(first(await ask('POST', NEW_PEOPLE, sent('one@example.com', ' 7 '))).mitarbeiternummer).toBe('7')
    expect((await ask('POST', NEW_PEOPLE, sent('two@example.com', '7 '))).status).toBe(422)
  },
  'other-employee-status': async ({ ask }) => expect((await person(ask)).status).toBe('photo_approved'),
  'texts-normalised': async ({ ask }) => {
    const made = first(
      await ask('POST', NEW_PEOPLE, newEmployee({ first_name: ' Zoe\u0308', mitarbeiternummer: 'A  1' })),
    )
    expect([made.first_name, made.mitarbeiternummer]).toEqual(['Zo\u00eb', 'A 1'])
    expect((await ask('POST', NEW_PEOPLE, sent('two@example.com', 'A   1'))).status).toBe(422)
    const changed = await ask('PATCH', `/employees/${made.id}`, { last_name: 'von  Wei\u00df ' })
    expect(first(changed).last_name).toBe('von Wei\u00df')
  },
  'locale-null-resolved': async ({ ask }) => {
    const made = first(await ask('POST', NEW_PEOPLE, newEmployee({ locale: null })))
    expect(made.locale).toBe('de')
    const changed = async (locale: string | null) =>
      first(await ask('PATCH', `/employees/${made.id}`, { locale })).locale
    expect([await changed('en'), await changed(null)]).toEqual(['en', 'de'])
  },
  'emails-compared-exactly': async ({ ask, sandbox }) => {
    const made = first(await ask('POST', NEW_PEOPLE, sent('anna@example.com')))
    await sandbox.portal('POST', `/projects/${EMPTY_PROJECT.id}/send-invitations`)
    const resent = async (email: string) => (await ask('PATCH', `/employees/${made.id}`, { email })).body.meta
    expect(await resent('anna@example.com')).toEqual({ invitation_resent: false })
    expect(await resent('Anna@example.com')).toEqual({ invitation_resent: true })
    expect((await ask('POST', NEW_PEOPLE, sent('ANNA@example.com'))).status).toBe(422)
  },
  'other-project-status': async ({ ask }) => expect((await project(ask)).status).toBe('paused'),
  'other-locale': async ({ ask }) => {
    const locales = new Set(records(await ask('GET', PEOPLE)).map(({ locale }) => locale))
    expect([locales.has('fr'), locales.has('en'), locales.has('de')]).toEqual([true, false, true])
  },
  'nulls-left-out': async ({ ask }) => {
    const made = first(await ask('POST', NEW_PEOPLE, newEmployee({ locale: null })))
    expect(Object.keys(made)).toEqual(expect.not.arrayContaining(['locale', 'invited_at', 'uploaded_at']))
    expect(made.photo).toEqual({ approved: false })
    const draft = records(await ask('GET', '/projects')).find(({ status }) => status === 'draft')
    expect(draft).not.toHaveProperty('start_date')
  },
  'more-fields': async ({ ask }) => {
    expect(await project(ask)).toHaveProperty('photographer')
    expect(await person(ask)).toHaveProperty('department')
    expect(await size(ask)).toHaveProperty('dpi')
  },
  'photo-urls-relative': async ({ ask }) => {
    const { id, photo } = await person(ask)
    expect(photo.standard_url).toBe(`/api/v1/employees/${id}/photo?variant=standard`)
  },
  'photo-urls-empty': async ({ ask }) => {
    const { photo } = first(await ask('POST', NEW_PEOPLE, newEmployee()))
    expect(photo).toMatchObject({ standard_url: '', transparent_url: '' })
  },
  'ids-beyond-31-bits': async ({ ask }) => expect(await idsFrom(ask)).toBeGreaterThan(2 ** 31),
  'ids-near-53-bits': async ({ ask }) => {
    const id = await idsFrom(ask)
    expect([id > 2 ** 53 - 100_000, Number.isSafeInteger(id)]).toEqual([true, true])
  },
  'times-in-utc': ({ ask }) => times(ask, UTC),
  'times-with-microseconds': ({ ask }) => times(ask, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000Z$/),
  'times-with-a-blank': ({ ask }) => times(ask, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0[12]:00$/),
  'times-without-a-colon': ({ ask }) => times(ask, /T\d\d:\d\d:\d\d\+0[12]00$/),
  'times-in-lower-case': ({ ask }) => times(ask, /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\dz$/),
  'deadline-with-time': async ({ ask }) =>
    expect(await project(ask)).toMatchObject({ deadline: expect.stringMatching(/T00:00:00\+01:00$/) }),
  'deadline-null': async ({ ask }) => expect((await project(ask)).deadline).toBeNull(),
  'counts-left-out': async ({ ask }) => expect(await project(ask)).not.toHaveProperty('employees_count'),
  'totals-left-out': async ({ ask }) =>
    expect((await ask('GET', PEOPLE)).body.meta).toEqual({ current_page: 1, per_page: 50 }),
  'next-page-relative': async ({ ask }) => {
    const { body } = await ask('GET', `${PEOPLE}?per_page=20`)
    expect(body.links).toEqual({ next: `/api/v1${PEOPLE}?per_page=20&page=2` })
    expect((await ask('GET', `${PEOPLE}?page=1`)).body.links).toEqual({ next: null })
  },
  'size-labels-null': async ({ ask }) => expect((await size(ask)).label).toBeNull(),
  'size-heights-zero': async ({ ask }) => expect((await size(ask)).height).toBe(0),
  'size-heights-null': async ({ ask }) => expect((await size(ask)).height).toBeNull(),
  'errors-with-a-trace': async ({ ask }) => {
    const { status, body } = await ask('GET', '/employees/1')
    expect([status, Object.keys(body)]).toEqual([404, ['message', 'exception', 'file', 'line', 'trace']])
    expect((await invalid(ask)).body.errors).toHaveProperty('email')
  },
  'errors-as-a-list': async ({ ask }) =>
    expect((await invalid(ask)).body.errors).toContainEqual({ field: 'email', message: expect.any(String) }),
  'errors-as-texts': async ({ ask }) =>
    expect((await invalid(ask)).body.errors).toMatchObject({ email: expect.any(String) }),
  'errors-without-fields': async ({ ask }) =>
    expect(Object.keys((await invalid(ask)).body)).toEqual(['message']),
  'errors-as-problem-json': async ({ ask }) => {
    const { status, type, body } = await invalid(ask)
    expect([status, type]).toEqual([422, 'application/problem+json'])
    expect(body).toMatchObject({ title: 'Error 422', status: 422, detail: expect.any(String) })
  },
  'errors-as-html': async ({ ask }) => {
    const { status, type, text } = await invalid(ask)
    expect([status, type, text.slice(0, 15)]).toEqual([422, 'text/html; charset=UTF-8', '<!doctype html>'])
  },
  'errors-empty': async ({ ask }) => {
    const { status, type, text } = await invalid(ask)
    expect([status, type, text]).toEqual([422, null, ''])
  },
  'rate-window-fixed': async () => {
    const { clock, api, refused } = await third(['rate-window-fixed'])
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    clock.now += 30_000
    expect((await api('GET', '/projects')).status).toBe(200)
    const sliding = await third([])
    expect(sliding.refused.headers.get('retry-after')).toBe('60')
    sliding.clock.now += 30_000
    expect((await sliding.api('GET', '/projects')).status).toBe(429)
  },
  'retry-after-left-out': async () => {
    const { status, headers } = (await third(['retry-after-left-out'])).refused
    expect([status, headers.get('retry-after')]).toEqual([429, null])
  },
  'retry-after-as-date': async () => {
    const { status, headers } = (await third(['retry-after-as-date'])).refused
    expect([status, headers.get('retry-after')]).toEqual([429, 'Mon, 02 Nov 2026 10:01:30 GMT'])
  },
  'photos-in-chunks': async ({ ask }) => {
    const { headers, bytes } = await photo(ask)
    expect([headers.get('content-length'), headers.get('transfer-encoding')]).toEqual([null, 'chunked'])
    isJpeg(bytes)
  },
  'photos-gzip': async ({ ask }) => isJpeg(gunzipSync((await coded(ask, 'gzip')).bytes)),
  'photos-br': async ({ ask }) => isJpeg(brotliDecompressSync((await coded(ask, 'br')).bytes)),
  'photos-deflate': async ({ ask }) => isJpeg(inflateSync((await coded(ask, 'deflate')).bytes)),
  'photos-with-a-tail': async ({ ask }) => {
    const { headers, bytes } = await photo(ask)
    expect(headers.get('content-length')).toBe(String(bytes.length))
    expect(bytes.subarray(-4).toString('hex')).toBe('ffd90a00')
  },
  'photos-as-bytes': async ({ ask }) => expect((await photo(ask)).type).toBe('application/octet-stream'),
  'photo-types-in-capitals': async ({ ask }) => expect((await photo(ask)).type).toBe('IMAGE/JPEG'),
  'photo-types-with-parameters': async ({ ask }) =>
    expect((await photo(ask)).type).toBe('image/jpeg ; charset=binary; name="a;b.jpg"'),
  'json-gzip': async ({ sandbox }) => {
    const answer = await sandbox.api('GET', '/projects')
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await answer.arrayBuffer()).toString()).toContain('2026-0117')
  },
  'json-type-in-capitals': async ({ ask }) =>
    expect((await ask('GET', '/projects')).type).toBe('Application/JSON; Charset=UTF-8'),
  'sizes-change': async ({ ask }) => {
    const labels = async () => records(await ask('GET', '/image-sizes')).map(({ label }) => label)
    const before = await labels()
    const after = [...before.slice(1), before[0]]
    expect([await labels(), await labels()]).toEqual([after, after])
  },
  'other-pixels': async ({ ask }) => expect(await pixels(await photo(ask))).toEqual([480, 480]),
  'one-pixel-less': async ({ ask }) => expect(await pixels(await photo(ask))).toEqual([240, 239]),
  'deleted-between-pages': async ({ ask }) => {
    const [one, two, again] = await pages(ask)
    expect(two[0]).toBe((one.at(-1) ?? 0) + 2)
    expect(again[0]).toBe((one[0] ?? 0) + 1)
  },
  'added-between-pages': async ({ ask }) => {
    const { body } = await ask('GET', `${PEOPLE}?per_page=18`)
    expect(body.meta).toMatchObject({ total: 36, last_page: 2 })
    for (const page of [2, 3])
      expect((await ask('GET', `${PEOPLE}?per_page=18&page=${page}`)).body.meta).toMatchObject({ total: 37 })
  },
  'batch-in-another-order': async ({ ask }) => {
    const employees = ['1', '2', '3'].map(mitarbeiternummer => newEmployee({ mitarbeiternummer }))
    const made = records(await ask('POST', NEW_PEOPLE, { employees }))
    expect(made.map(({ mitarbeiternummer }) => mitarbeiternummer)).toEqual(['3', '2', '1'])
  },
  'record-without-id': async ({ ask }) => {
    const people = records(await ask('GET', PEOPLE))
    expect(people.filter(record => !('id' in record))).toEqual([people[2]])
  },
  'change-without-meta': async ({ ask }) => expect(Object.keys((await change(ask)).body)).toEqual(['data']),
  'change-201': async ({ ask }) => expect((await change(ask)).status).toBe(201),
  'delete-200': async ({ ask }) => {
    const { id } = await person(ask)
    const { status, text } = await ask('DELETE', `/employees/${id}`)
    expect([status, text]).toEqual([200, '{"message":"The employee was deleted."}'])
    expect((await ask('GET', `/employees/${id}`)).status).toBe(404)
  },
}

/** The answer to the third call after two allowed calls, all in the middle of a minute. */
async function third(variations: VariationName[]) {
  const clock = { now: Date.parse('2026-11-02T10:00:30Z') }
  const { api } = startSandbox({ rateLimit: 2, now: () => clock.now, variations })
  for (const _ of [1, 2]) expect((await api('GET', '/projects')).status).toBe(200)
  return { clock, api, refused: await api('GET', '/projects') }
}

const change = async (ask: Ask) => ask('PATCH', `/employees/${(await person(ask)).id}`, { first_name: 'Neu' })

async function coded(ask: Ask, coding: string): Promise<Answer> {
  const answer = await photo(ask)
  expect(answer.headers.get('content-encoding')).toBe(coding)
  return answer
}

/** An id of the sandbox, after a check of the list, the record and the photo with it. */
async function idsFrom(ask: Ask): Promise<number> {
  const project = records(await ask('GET', '/projects')).find(
    ({ projektnummer }) => projektnummer === '2026-0042',
  )
  const { body } = await ask('GET', `/projects/${project?.id}/employees?per_page=20`)
  const { id, project_id, photo } = (body.data as (Fields & { photo: Fields })[])[0] ?? { photo: {} }
  expect([project_id, (body.links as Fields).next]).toEqual([
    project?.id,
    expect.stringContaining(`/projects/${project?.id}/employees?per_page=20&page=2`),
  ])
  expect(photo.standard_url).toContain(`/employees/${id}/photo`)
  expect(first(await ask('GET', `/employees/${id}`)).id).toBe(id)
  expect((await ask('GET', `/employees/${id}${SMALL_PHOTO}`)).status).toBe(200)
  expect((await ask('GET', '/employees/1001')).status).toBe(404)
  return Number(id)
}

/** The ids of page 1, page 2 and page 1 again, with 18 on each page. */
async function pages(ask: Ask): Promise<[number[], number[], number[]]> {
  const read = async (page: number) =>
    records(await ask('GET', `${PEOPLE}?per_page=18&page=${page}`)).map(({ id }) => Number(id))
  return [await read(1), await read(2), await read(1)]
}

function askOf({ api }: TestSandbox): Ask {
  return async (method, path, body) => {
    const answer = await api(method, path, { body })
    const { status, headers } = answer
    const bytes = Buffer.from(await answer.arrayBuffer())
    const [type, text] = [headers.get('content-type'), bytes.toString()]
    const isJson = /json/i.test(type ?? '') && text.startsWith('{')
    return { status, headers, type, text, bytes, body: isJson ? JSON.parse(text) : {} }
  }
}

describe('a variation', () => {
  test.each(VARIATION_NAMES)('the variation %s changes the sandbox until it is switched off', async name => {
    const sandbox = startSandbox({ variations: [name] })
    await CHECKS[name]({ ask: askOf(sandbox), sandbox })
    await sandbox.portal('PUT', '/variations', { on: [] })
    for (const path of UNTOUCHED) {
      const [varied, usual] = await Promise.all(
        [sandbox, startSandbox()].map(async ({ api }) => {
          const answer = await api('GET', path)
          return {
            status: answer.status,
            type: answer.headers.get('content-type'),
            text: await answer.text(),
          }
        }),
      )
      expect(varied, path).toEqual(usual)
    }
  })

  test('a variation of errors keeps their status and code, whatever their body looks like', async () => {
    for (const name of VARIATION_NAMES.filter(name => name.startsWith('errors-'))) {
      const sandbox = startSandbox({ variations: [name] })
      expect((await sandbox.api('GET', '/projects', { key: null })).status, name).toBe(401)
      expect((await sandbox.api('GET', '/projects', { key: null })).headers.get('www-authenticate')).toBe(
        'Bearer',
      )
      const person = await findEmployee(sandbox, MIXED_PROJECT.id, ({ status }) => status === 'pending')
      const { status, body } = await askOf(sandbox)('GET', `/employees/${person.id}/photo`)
      const code = name === 'errors-as-html' || name === 'errors-empty' ? undefined : 'not_available'
      expect([status, body.code], name).toEqual([404, code])
    }
  })
})

describe('variations in the portal', () => {
  test('the portal lists all variations with their source, and refuses unknown names', async () => {
    const { portal, portalStatus } = startSandbox()
    const list = async () => ((await (await portal('GET', '/variations')).json()) as { data: Fields[] }).data
    const on = async () => (await list()).filter(({ on }) => on).map(({ name }) => name)
    expect((await list()).map(({ name }) => name)).toEqual(VARIATION_NAMES)
    for (const { manner, source, does } of await list())
      expect([manner, source, does]).toEqual([
        expect.stringMatching(/^(legal|sloppy)$/),
        expect.stringMatching(/^Section \d/),
        expect.stringMatching(/^[A-Z].+\.$/),
      ])
    await portal('PUT', '/variations', { on: ['delete-200', 'taken-409'] })
    expect(await on()).toEqual(['taken-409', 'delete-200'])
    expect(await portalStatus('PUT', '/variations', { on: ['friendly'] })).toBe(422)
    expect(await on()).toEqual(['taken-409', 'delete-200'])
  })

  test('a reset restores the variations of the start, and one-time changes may happen again', async () => {
    const { portal, api } = startSandbox({ variations: ['sizes-change'] })
    const label = async () => first(await askOf(startedWith)('GET', '/image-sizes')).label
    const startedWith = { api } as TestSandbox
    const before = [await label(), await label()]
    await portal('PUT', '/variations', { on: ['change-201'] })
    await portal('POST', '/reset')
    expect([await label(), await label()]).toEqual(before)
    expect(before[0]).not.toBe(before[1])
  })

  test('several variations apply at once, to every customer', async () => {
    const sandbox = startSandbox({ variations: ['times-in-utc', 'errors-as-problem-json', 'json-gzip'] })
    const answer = await sandbox.api('GET', PEOPLE)
    const { data } = JSON.parse(gunzipSync(await answer.arrayBuffer()).toString()) as { data: Fields[] }
    expect(data[0]?.invited_at).toMatch(UTC)
    const refused = await sandbox.api('GET', '/employees/1')
    expect(refused.headers.get('content-encoding')).toBe('gzip')
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
  })
})
