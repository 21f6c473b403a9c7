import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { COMPLETED_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { CANARY_KEY, type Desk, startDesk } from '#tests/support/desk.ts'
import { findPerson, listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const SMALL = 'size=3'
const PHOTO = '/employees/*/photo'
const ALLOWED = [
  ...['cache-control', 'content-length', 'content-security-policy', 'content-type'],
  ...['cross-origin-resource-policy', 'referrer-policy', 'x-content-type-options', 'x-photo-pixels'],
]

const firstOf = async (desk: Desk) => (await listPeople(desk.service, COMPLETED_PROJECT.id))[0]?.id

const isOpenPhoto = ({ path, open }: JournalEntry) => open && path.includes('/photo')

/** All files in the desk's photo store. */
const filesOf = ({ dataDir }: Desk) =>
  (existsSync(join(dataDir, 'photos'))
    ? readdirSync(join(dataDir, 'photos'), { recursive: true, withFileTypes: true })
    : []
  )
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

describe('GET /api/v1/employees/{employeeId}/photo', () => {
  test.each(['', `?${SMALL}`, '?variant=transparent&size=0', `?variant=standard&${SMALL}`])(
    'a photo of %j is streamed byte for byte, with type and length and no other header',
    async query => {
      const desk = startDesk()
      const path = `/employees/${await firstOf(desk)}/photo${query}`
      const answer = await (await desk.signIn('viewer')).call('GET', `/api/v1${path}`)
      const service = await desk.service.ask(path)
      const bytes = Buffer.from(await service.arrayBuffer())
      expect(answer.status).toBe(200)
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
      expect(answer.headers.get('content-type')).toBe(service.headers.get('content-type'))
      expect(answer.headers.get('content-length')).toBe(String(bytes.length))
      expect([...answer.headers.keys()].sort()).toEqual(ALLOWED.toSorted())
    },
  )

  test('hostile headers of the service are dropped', async () => {
    const desk = startDesk()
    const hostile = {
      'set-cookie': 'evil=1',
      'access-control-allow-origin': '*',
      'content-disposition': 'attachment; filename="x.exe"',
      location: 'https://evil.example/',
      'content-security-policy': '*',
      server: 'evil',
    }
    const ask = globalThis.fetch
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      const { body, status, headers } = await ask(...request)
      return new Response(body, { status, headers: { ...Object.fromEntries(headers), ...hostile } })
    })
    const path = `/api/v1/employees/${await firstOf(desk)}/photo?${SMALL}`
    const answer = await (await desk.signIn()).call('GET', path)
    expect(answer.status).toBe(200)
    expect([...answer.headers.keys()].filter(name => !ALLOWED.includes(name))).toEqual([])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    await answer.body?.cancel()
  })

  test.each([
    ['text/html', 'standard'],
    ['image/png', 'standard'],
    ['image/jpeg', 'transparent'],
    ['image/svg+xml', 'transparent'],
  ])('%s instead of a %s photo is refused, and the call is closed', async (type, variant) => {
    const desk = startDesk()
    await desk.service.fault({
      path: PHOTO,
      times: 9,
      answer: { kind: 'status', status: 200, headers: { 'content-type': type }, body: '<script>' },
    })
    const path = `/api/v1/employees/${await firstOf(desk)}/photo?variant=${variant}`
    const answer = await (await desk.signIn()).json('GET', path)
    expect(answer).toMatchObject({ status: 502, body: { code: 'bad_service_answer' } })
    expect(await desk.service.openCalls()).toBe(0)
  })

  test('a closed browser ends the call to the service in the middle of the photo', async () => {
    const desk = startDesk()
    await desk.service.fault({ path: PHOTO, answer: { kind: 'drip', bytesPerSecond: 20 } })
    const browser = new AbortController()
    const path = `/api/v1/employees/${await firstOf(desk)}/photo?size=0`
    const answer = (await desk.signIn()).call('GET', path, { signal: browser.signal })
    await until('the photo drips in', async () => (await desk.service.journal()).find(isOpenPhoto))
    await until('a part of it is on disk', () => filesOf(desk).length === 1)
    browser.abort()
    await until(
      'the service notices',
      async () => (await desk.service.journal()).at(-1)?.outcome === 'aborted',
    )
    await answer
    expect(await desk.service.openCalls()).toBe(0)
    const calls = (await desk.service.journal()).map(({ path }) => path.split('?')[0]?.split('/').at(-1))
    expect(calls).toEqual([expect.stringMatching(/^\d+$/), 'image-sizes', 'photo'])
    await until('the half photo is removed', () => filesOf(desk).length === 0)
  })

  test('a browser that leaves before the answer closes the call, and counts as no failure', async () => {
    const desk = startDesk()
    await desk.service.fault({ answer: { kind: 'delay', ms: 60_000 } })
    const browser = new AbortController()
    const answer = (await desk.signIn()).call('GET', '/api/v1/employees/1001/photo', {
      signal: browser.signal,
    })
    await until('the call is open', async () => (await desk.service.openCalls()) === 1)
    browser.abort()
    await answer
    await until('the service notices', async () => (await desk.service.openCalls()) === 0)
    expect(desk.output).toEqual([])
  })

  test('HEAD of a photo has the headers and leaves no open call', async () => {
    const desk = startDesk()
    const path = `/api/v1/employees/${await firstOf(desk)}/photo?${SMALL}`
    const answer = await (await desk.signIn()).call('HEAD', path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(answer.body).toBeNull()
    expect(await desk.service.openCalls()).toBe(0)
  })

  test.each([true, false])('a body that breaks off is fetched again (length known: %s)', async told => {
    const desk = startDesk()
    const path = `/employees/${await firstOf(desk)}/photo?${SMALL}`
    await desk.service.fault({ path: PHOTO, answer: { kind: 'cut', bytes: 500, withLength: told } })
    const answer = await (await desk.signIn()).call('GET', `/api/v1${path}`)
    const whole = await (await desk.service.ask(path)).bytes()
    expect(answer.status).toBe(200)
    expect(await answer.bytes()).toEqual(whole)
  })

  test.each([
    [true, 'service_unreachable'],
    [false, 'photo_damaged'],
  ])(
    'a body that always breaks off is an error, never a short image (length known: %s)',
    async (told, code) => {
      const desk = startDesk()
      await desk.service.fault({
        path: PHOTO,
        times: 9,
        answer: { kind: 'cut', bytes: 500, withLength: told },
      })
      const path = `/api/v1/employees/${await firstOf(desk)}/photo?${SMALL}`
      expect(await (await desk.signIn()).json('GET', path)).toMatchObject({ status: 502, body: { code } })
      expect(filesOf(desk)).toEqual([])
    },
  )

  test('a photo is fetched from the service once for all parts of the desk', async () => {
    const desk = startDesk()
    const path = `/api/v1/employees/${await firstOf(desk)}/photo?${SMALL}`
    const people = [await desk.signIn('viewer'), await desk.signIn('editor')]
    const answers = await Promise.all([...people, ...people].map(person => person.call('GET', path)))
    const bodies = await Promise.all(answers.map(answer => answer.bytes()))
    for (const body of bodies) expect(body).toEqual(bodies[0])
    expect((await desk.service.journal()).filter(({ path }) => path.includes('/photo'))).toHaveLength(1)
  })
})

describe('a photo that cannot be had', () => {
  const fits = {
    not_available: ({ photo }: { photo: { edited_at: string | null } }) => photo.edited_at === null,
    not_approved: ({ status, photo }: { status: string; photo: { approved: boolean } }) =>
      status === 'edited' && !photo.approved,
  }

  test.each([
    [404, 'not_available', ''],
    [409, 'not_approved', ''],
    [404, 'unknown_size', '?size=4'],
  ] as const)("a refusal with %i %s passes through in the service's words", async (status, code, query) => {
    const desk = startDesk()
    const people = await listPeople(desk.service, MIXED_PROJECT.id)
    const candidates = code === 'unknown_size' ? people : people.filter(fits[code])
    const answers = await Promise.all(
      candidates.map(({ id }) => desk.service.ask(`/employees/${id}/photo${query}`)),
    )
    const { id } = candidates[answers.findIndex(answer => answer.status === status)] ?? { id: 0 }
    const answer = await (await desk.signIn()).json('GET', `/api/v1/employees/${id}/photo${query}`)
    expect(answer).toMatchObject({ status, body: { code } })
  })

  test.each(['?size=', '?size=-1', '?size=x', '?variant=png'])(
    'a photo with %s is refused by the service',
    async query => {
      const desk = startDesk()
      const answer = await (await desk.signIn()).json('GET', `/api/v1/employees/1001/photo${query}`)
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } })
      expect(await desk.service.journal()).toHaveLength(1)
    },
  )

  test.each([
    ['?size=1&size=2', 'size'],
    ['?size=x', 'size'],
    ['?variant=png', 'variant'],
  ])(
    'a photo with %s is refused even if the service takes it: it could be any photo',
    async (query, field) => {
      const desk = startDesk()
      const path = `/employees/${await firstOf(desk)}/photo`
      await desk.service.fault({ path, answer: { kind: 'status', status: 200, body: 'a photo' } })
      const answer = await (await desk.signIn()).json('GET', `/api/v1${path}${query}`)
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
    },
  )

  test('a photo is not_approved again after a retake', async () => {
    const desk = startDesk()
    const { id } = await findPerson(desk.service, COMPLETED_PROJECT.id, ({ photo }) => photo.approved)
    await desk.service.portal('POST', `/employees/${id}/retake`, {})
    const answer = await (await desk.signIn()).json('GET', `/api/v1/employees/${id}/photo`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'not_approved' } })
  })
})

describe('stored photos of a person', () => {
  async function held() {
    const desk = startDesk()
    const editor = await desk.signIn('editor')
    const { id } = await findPerson(desk.service, COMPLETED_PROJECT.id, ({ photo }) => photo.approved)
    for (const query of [SMALL, 'variant=transparent'])
      await (await editor.call('GET', `/api/v1/employees/${id}/photo?${query}`)).bytes()
    expect(filesOf(desk)).toHaveLength(2)
    return { desk, editor, id, withdraw: () => desk.service.portal('POST', `/employees/${id}/retake`, {}) }
  }

  test('a deletion of a person removes their photos from the disk', async () => {
    const { desk, editor, id } = await held()
    expect((await editor.call('DELETE', `/api/v1/employees/${id}`)).status).toBe(204)
    expect(filesOf(desk)).toEqual([])
  })

  test('a list with a withdrawn approval removes the photos from the disk', async () => {
    const { desk, editor, withdraw } = await held()
    await withdraw()
    await editor.json('GET', `/api/v1/projects/${COMPLETED_PROJECT.id}/employees?per_page=200`)
    expect(filesOf(desk)).toEqual([])
  })

  test('a request for a photo that is gone removes the photos from the disk', async () => {
    const { desk, editor, id, withdraw } = await held()
    await withdraw()
    // Drops the cached record, as two minutes do.
    const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
    connectWithKey(CANARY_KEY).recent.forget(id)
    expect((await editor.call('GET', `/api/v1/employees/${id}/photo`)).status).toBe(409)
    expect(filesOf(desk)).toEqual([])
  })

  test('a missing cut-out alone leaves the other photos on the disk', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const isWithoutCutout = ({ photo }: Employee) => photo.approved && photo.transparent_url === null
    const { id } = await findPerson(desk.service, MIXED_PROJECT.id, isWithoutCutout)
    await (await viewer.call('GET', `/api/v1/employees/${id}/photo?${SMALL}`)).bytes()
    const path = `/api/v1/employees/${id}/photo?variant=transparent`
    expect(await viewer.json('GET', path)).toMatchObject({ status: 404, body: { code: 'not_available' } })
    expect(filesOf(desk)).toHaveLength(1)
  })
})
