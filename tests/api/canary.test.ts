import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { createToken, PASSWORD, SIGN_IN } from '#tests/support/accounts.ts'
import { CANARY_KEY, type Desk, startDesk } from '#tests/support/desk.ts'
import { getServiceUrl } from '#tests/support/desk-env.ts'
import { ended, startExport } from '#tests/support/exports.ts'

/** Every form in which a secret could hide, also in a file that is read byte by byte. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('latin1'),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  [...secret].reverse().join(''),
]
const FORMS = [...formsOf(CANARY_KEY), ...formsOf(`Bearer ${CANARY_KEY}`)]

const READS = [
  '/api/connection',
  '/api/budget',
  '/api/v1/projects',
  '/api/v1/image-sizes',
  '/api/v1/projects/105/employees',
  '/api/v1/employees/1001',
  '/api/v1/employees/1001/photo?size=3',
  '/api/photos/1001/thumbnail?v=2026-10-07T14:03:00Z',
  '/api/photos/1001/preview?v=2026-10-07T14:03:00Z&variant=standard',
]
const NEW_PASSWORD = 'canary-Änderung 🐝 noch länger'
const PERSON = { first_name: 'x', last_name: 'y', email: 'canary@example.com' }

/** Text of the service that echoes the key. The service has the key, so any of its answers may contain it. */
const SAID = `Your key ${CANARY_KEY} is wrong`
const ECHOES = [401, 403, 404, 409, 422, 429, 400, 500].map(status => ({
  kind: 'status' as const,
  status,
  headers: {
    'x-echo': CANARY_KEY,
    'retry-after': status === 429 ? '60' : CANARY_KEY,
    location: `/?key=${CANARY_KEY}`,
    'content-type': 'application/json',
  },
  body: { message: SAID, code: CANARY_KEY, errors: { email: [SAID], key: [CANARY_KEY] } },
}))

/** Does everything that a person can do, and returns everything that the desk sent to their browser. */
async function doEverything(desk: Desk, key: boolean, reads = READS): Promise<string[]> {
  const told: string[] = []
  const person = await desk.signIn('admin')
  const tell = async (method: string, path: string, body?: unknown) => {
    const answer = await person.call(method, path, { body })
    const bytes = await answer.bytes().catch(error => Buffer.from(String(error)))
    told.push(JSON.stringify([...answer.headers]), Buffer.from(bytes).toString('latin1'))
    for (const header of answer.headers.getSetCookie()) told.push(decodeURIComponent(header), unpack(header))
  }
  if (key) await tell('PUT', '/api/connection', { key: CANARY_KEY })
  for (const path of reads) await tell('GET', path)
  await tell('PATCH', '/api/v1/employees/1001', { locale: 'de' })
  await tell('POST', '/api/v1/projects/103/employees', PERSON)
  await tell('POST', '/api/v1/projects/103/employees', { employees: [PERSON] })
  await tell('DELETE', '/api/v1/employees/1002')
  await tell('POST', '/api/exports', { project_id: COMPLETED_PROJECT.id, variant: 'standard', size: 3 })
  if (key) await tell('DELETE', '/api/connection?scope=everybody')
  return told
}

/** Decodes a cookie's value part by part: a seal is several base64 texts in a row. */
function unpack(cookie: string): string {
  const value = decodeURIComponent(cookie.split(';')[0]?.split('=').slice(1).join('=') ?? '')
  return value
    .split(/[*.~]/)
    .map(part => Buffer.from(part, 'base64').toString('latin1'))
    .join(' ')
}

function expectNoKey(texts: string[]): void {
  expectNone(FORMS, texts)
}

function expectNone(forms: string[], texts: string[]): void {
  for (const text of texts) for (const form of forms) expect(text).not.toContain(form)
}

/** Names and bytes of all files in the desk's data folder, the activity log included. */
function readFiles({ dataDir }: Desk): string[] {
  const paths = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map(name => join(dataDir, name))
  const files = paths.filter(path => statSync(path).isFile())
  expect(files.length).toBeGreaterThan(0)
  return [...paths, ...files.map(path => readFileSync(path, 'latin1'))]
}

test.each([
  ['the operator has set it', 'operator'],
  ['a person has entered it', 'person'],
] as const)(
  'the key is in nothing sent to the browser or written to the log when %s',
  async (_, connected) => {
    const desk = startDesk({ connected })
    const told = await doEverything(desk, connected === 'person')
    expectNoKey([...told, ...desk.output, ...readFiles(desk)])
    expect(desk.service.sentKeys).toEqual(new Set([`Bearer ${CANARY_KEY}`]))
  },
)

test.each(ECHOES)('the desk neither believes nor repeats a $status that echoes the key', async answer => {
  const desk = startDesk({ connected: 'person' })
  await desk.service.fault({ path: '/**', skip: 1, times: 9999, answer })
  // A thumbnail waits until a 429 is over, because no person waits for it.
  const reads = answer.status === 429 ? READS.filter(path => !path.includes('thumbnail')) : READS
  expectNoKey([...(await doEverything(desk, true, reads)), ...desk.output, ...readFiles(desk)])
})

test("the desk hides a key in the service's data, and never writes the mask back over it", async () => {
  const desk = startDesk({ connected: 'person' })
  const admin = await desk.signIn('admin')
  await admin.json('PUT', '/api/connection', { body: { key: CANARY_KEY } })
  await desk.service.portal('PUT', '/image-sizes', {
    sizes: [{ label: `Size ${CANARY_KEY}`, width: 100, height: 100 }],
  })
  const { data } = await (await desk.service.ask('/employees/1001')).json()
  const person = { ...data, first_name: CANARY_KEY, last_name: `Dr. ${CANARY_KEY}` }
  await desk.service.fault({
    path: '/employees/1001',
    times: 9999,
    answer: { kind: 'status', status: 200, body: { data: person, meta: { invitation_resent: false } } },
  })
  const seen = await admin.json<{ data: { last_name: string } }>('GET', '/api/v1/employees/1001')
  expect(seen.body.data.last_name).toBe('Dr. [key]')
  const sizes = await admin.json('GET', '/api/v1/image-sizes')
  expect(sizes.body).toMatchObject({ data: [{ label: 'Size [key]' }] })
  const back = await admin.json('PATCH', '/api/v1/employees/1001', { body: { last_name: 'Dr. [key]' } })
  expect(back).toMatchObject({ status: 422, body: { errors: { last_name: [expect.any(String)] } } })
  const calls = await desk.service.journal()
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
  expectNoKey([...(await doEverything(desk, true)), JSON.stringify([seen, sizes, back]), ...desk.output])
  expectNoKey(readFiles(desk))
})

test('a refused key is not repeated to the person who entered it', async () => {
  const desk = startDesk({ connected: 'person' })
  await desk.service.fault({ path: '/**', times: 9999, answer: ECHOES[4] ?? ECHOES[0] ?? { kind: 'drop' } })
  expectNoKey([...(await doEverything(desk, true)), ...desk.output, ...readFiles(desk)])
})

test("the company's key is sealed on disk, and the log says only that it was set", async () => {
  const desk = startDesk({ connected: 'person' })
  const admin = await desk.signIn('admin')
  expect((await admin.json('PUT', '/api/connection', { body: { key: CANARY_KEY } })).status).toBe(200)
  const { getConnectionStore } = await import('#lib/store/connection-store.ts')
  expect(await getConnectionStore().read()).toMatch(/^Fe26\.2\*/)
  const log = await (await admin.call('GET', '/api/activity/csv')).text()
  expect(log).toMatch(/key/)
  expectNoKey([log, ...readFiles(desk), ...desk.output])
})

test('no answer, cookie, log line or file holds a password, whatever is done with it', async () => {
  const desk = startDesk()
  const token = await createToken('setup', null)
  const told: string[] = []
  const visitor = desk.visitor()
  const tell = async (method: string, path: string, body: object) => {
    const answer = await visitor.call(method, path, { body })
    told.push(JSON.stringify([...answer.headers]), await answer.text())
    for (const header of answer.headers.getSetCookie()) told.push(decodeURIComponent(header), unpack(header))
    return answer.status
  }
  const email = 'anna@example.com'
  const { csrfToken } = await (await visitor.call('GET', '/api/auth/csrf')).json()
  expect(await tell('POST', '/api/setup', { token, email, password: PASSWORD })).toBe(200)
  expect(await tell('PUT', '/api/account/password', { current: PASSWORD, password: NEW_PASSWORD })).toBe(204)
  expect(await tell('PUT', '/api/account/password', { current: PASSWORD, password: PASSWORD })).toBe(422)
  expect(await tell('POST', SIGN_IN, { email, password: NEW_PASSWORD, csrfToken })).toBe(200)
  // The password is mistyped, typed as the e-mail, and sent where no password belongs.
  expect(await tell('POST', SIGN_IN, { email, password: PASSWORD, csrfToken })).toBe(401)
  expect(await tell('POST', SIGN_IN, { email: PASSWORD, password: PASSWORD, csrfToken })).toBe(401)
  expect(await tell('POST', '/api/accounts', { email: PASSWORD, role: PASSWORD })).toBe(422)
  expect(await tell('POST', '/api/invitation', { token: PASSWORD, password: PASSWORD })).toBe(410)
  expectNone([...formsOf(PASSWORD), ...formsOf(NEW_PASSWORD)], [...told, ...desk.output, ...readFiles(desk)])
})

test('no file of the desk, no archive and no export holds the key', async () => {
  const desk = startDesk()
  const person = await desk.signIn()
  const done = await ended(person, await startExport(person, COMPLETED_PROJECT.id))
  const archive = await (await person.call('GET', `/api/exports/${done.id}/archive`)).arrayBuffer()
  const files = readFiles(desk)
  expect(files.filter(name => name.endsWith('.jpg')).length).toBeGreaterThanOrEqual(36)
  expectNoKey([...files, Buffer.from(archive).toString('latin1'), JSON.stringify(done), ...desk.output])
})

test('no address at the service holds the key', async () => {
  const desk = startDesk()
  await doEverything(desk, false)
  const paths = (await desk.service.journal()).map(({ path }) => getServiceUrl() + path)
  expect(paths.length).toBeGreaterThan(10)
  expectNoKey(paths)
})
