import { describe, expect, test } from 'vitest'
import { OTHER_SANDBOX_KEY, SANDBOX_KEY } from '#sandbox/seed/keys.ts'
import { LARGE_PROJECT, OTHER_PROJECT } from '#sandbox/seed/projects.ts'
import { projectListResponse } from './support/specification.ts'
import { startSandbox, type TestSandbox } from './support/start-sandbox.ts'
import { newEmployee } from './support/walk.ts'

const ENDPOINTS: [string, string][] = [
  ['GET', '/projects'],
  ['GET', `/projects/${LARGE_PROJECT.id}/employees`],
  ['POST', `/projects/${LARGE_PROJECT.id}/employees`],
  ['GET', '/employees/1001'],
  ['PATCH', '/employees/1001'],
  ['DELETE', '/employees/1001'],
  ['GET', '/employees/1001/photo'],
  ['GET', '/image-sizes'],
]

async function createKey({ portal }: TestSandbox, query = ''): Promise<{ id: number; key: string }> {
  return (await (await portal('POST', `/keys${query}`, { label: 'test' })).json()).data
}

describe('section 5, rules 1 and 6: requests without a valid key', () => {
  test.each(ENDPOINTS)(
    'section 5, rules 1 and 6: %s %s without a valid key is a 401',
    async (method, path) => {
      const sandbox = startSandbox()
      for (const key of [null, 'unknown', SANDBOX_KEY.slice(0, -1), `${SANDBOX_KEY}x`]) {
        const answer = await sandbox.api(method, path, { key })
        expect(answer.status).toBe(401)
        expect(await answer.json()).toMatchObject({ message: expect.any(String) })
      }
      const basic = { authorization: `Basic ${SANDBOX_KEY}` }
      expect((await sandbox.api(method, path, { key: null, headers: basic })).status).toBe(401)
    },
  )
})

describe('section 5, rule 7: requests of an account without API access', () => {
  test.each(ENDPOINTS)(
    'section 5, rule 7: %s %s of an account without API access is a 403',
    async (method, path) => {
      const sandbox = startSandbox()
      for (const state of ['trial', 'api_disabled']) {
        await sandbox.portal('PUT', '/account', { state })
        expect((await sandbox.api(method, path)).status).toBe(403)
      }
      await sandbox.portal('PUT', '/account', { state: 'active' })
      expect((await sandbox.api('GET', '/projects')).status).toBe(200)
    },
  )
})

test('section 5, rules 2 and 6: a new key opens the API until it is revoked', async () => {
  const sandbox = startSandbox()
  const { id, key } = await createKey(sandbox)
  expect((await sandbox.api('GET', '/projects', { key })).status).toBe(200)
  await sandbox.portal('DELETE', `/keys/${id}`)
  expect((await sandbox.api('GET', '/projects', { key })).status).toBe(401)
  expect(await sandbox.portalStatus('DELETE', `/keys/${id}`)).toBe(404)
})

test('section 5, rule 3: at most five keys are active at once; a revoked one makes room', async () => {
  const sandbox = startSandbox()
  const created = []
  for (let count = 2; count <= 5; count++) created.push(await createKey(sandbox))
  expect(await sandbox.portalStatus('POST', '/keys', { label: 'sixth' })).toBe(409)
  await sandbox.portal('DELETE', `/keys/${created[0]?.id}`)
  expect(await sandbox.portalStatus('POST', '/keys', { label: 'sixth' })).toBe(201)
})

test('section 5, rule 4: a key is shown at its creation and never again', async () => {
  const sandbox = startSandbox()
  const { key } = await createKey(sandbox)
  await sandbox.api('GET', '/projects', { key })
  for (const path of ['/keys', '/journal', '']) {
    const text = await (await sandbox.portal('GET', path)).text()
    expect(text).not.toContain(key)
    expect(text).not.toContain(SANDBOX_KEY)
    expect(text).not.toContain('sha256')
  }
})

test('section 5, rule 5: only an active contract customer creates keys', async () => {
  const sandbox = startSandbox()
  for (const state of ['trial', 'api_disabled']) {
    await sandbox.portal('PUT', '/account', { state })
    expect(await sandbox.portalStatus('POST', '/keys', {})).toBe(403)
  }
})

test("section 5, rule 8: another customer's records are unknown, to read and to write", async () => {
  const sandbox = startSandbox()
  const path = `/projects/${LARGE_PROJECT.id}/employees`
  const foreign: [string, string, unknown?][] = [
    ['GET', path],
    ['POST', path, newEmployee()],
    ['GET', '/employees/1001'],
    ['PATCH', '/employees/1001', { first_name: 'Fremd' }],
    ['DELETE', '/employees/1001'],
    ['GET', '/employees/1001/photo'],
  ]
  for (const [method, target, body] of foreign) {
    const answer = await sandbox.api(method, target, { key: OTHER_SANDBOX_KEY, body })
    expect([method, target, answer.status]).toEqual([method, target, 404])
  }
  expect((await sandbox.api('GET', '/employees/1001')).status).toBe(200)
})

test('section 1: each customer sees only its own projects and sizes', async () => {
  const sandbox = startSandbox()
  const answer = await sandbox.api('GET', '/projects', { key: OTHER_SANDBOX_KEY })
  const { data } = projectListResponse.parse(await answer.json())
  expect(data.map(({ id }) => id)).toEqual([OTHER_PROJECT.id])
  await sandbox.portal('PUT', '/image-sizes?customer=2', { sizes: [] })
  expect((await (await sandbox.api('GET', '/image-sizes')).json()).data).toHaveLength(4)
})
