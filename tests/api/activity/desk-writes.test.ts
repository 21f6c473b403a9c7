import { describe, expect, test } from 'vitest'
import { recordedBy } from '#tests/support/activity.ts'
import { CANARY_KEY, type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { listRoutes } from '#tests/support/routes.ts'

type Done = { desk: Desk; admin: Person; other: Person }
type Case = [
  write: string,
  path: string | ((done: Done) => Promise<string> | string),
  body: object | undefined,
  entry: object,
]

const KEY = { key: CANARY_KEY, scope: 'me' }
const connect = async ({ admin }: Done) => {
  await admin.json('PUT', '/api/connection', { body: KEY })
  return '/api/connection?scope=me'
}
async function askAboutService() {
  const { getServiceBondStore } = await import('#lib/store/service-bond-store.ts')
  const source = {
    service: 'https://service.example/api/v1',
    keys: ['known'],
    projects: { 101: '2026-0117' },
  }
  await getServiceBondStore().write({ source, asked: { ...source, keys: ['other'] } })
  return '/api/connection/source'
}
const signInTwice = async ({ desk, admin }: Done) => {
  await desk.signInAs(admin.id)
  return '/api/sessions'
}

/**
 * Writes on the desk itself, by an administrator. Other tests cover their effects; this one covers their log entries.
 */
const WRITES: Case[] = [
  ['PUT /api/connection', '/api/connection', KEY, { action: 'key_set', details: { scope: 'me' } }],
  ['DELETE /api/connection', connect, undefined, { action: 'key_removed', details: { scope: 'me' } }],
  ['POST /api/connection/source', askAboutService, undefined, { action: 'service_accepted' }],
  [
    'POST /api/accounts',
    '/api/accounts',
    { email: 'new@example.com', role: 'viewer' },
    { action: 'account_invited', details: { account: { email: 'new@example.com' }, role: 'viewer' } },
  ],
  [
    'PATCH /api/accounts/[accountId]',
    ({ other }) => `/api/accounts/${other.id}`,
    { role: 'viewer' },
    { action: 'account_changed', details: { changes: [{ field: 'role', old: 'editor', new: 'viewer' }] } },
  ],
  [
    'POST /api/accounts/[accountId]/link',
    ({ other }) => `/api/accounts/${other.id}/link`,
    undefined,
    { action: 'account_invited' },
  ],
  [
    'DELETE /api/accounts/[accountId]',
    ({ other }) => `/api/accounts/${other.id}`,
    undefined,
    { action: 'account_removed' },
  ],
  ['DELETE /api/sessions', signInTwice, undefined, { action: 'session_ended' }],
  ['DELETE /api/session', '/api/session', undefined, { action: 'signed_out' }],
]

/** `writes.test.ts` beside this file covers these. */
const AT_THE_SERVICE = [
  'POST /api/v1/projects/[projectId]/employees',
  'PATCH /api/v1/employees/[employeeId]',
  'DELETE /api/v1/employees/[employeeId]',
  'POST /api/exports',
]
/** The tests of the employee desk cover these, with the people that each change, batch and list names. */
const AT_THE_EMPLOYEE_DESK = [
  'PATCH /api/employees/[employeeId]',
  'POST /api/batches',
  'POST /api/projects/[projectId]/people/list',
]
/** The tests of passwords and tokens cover these, because they need a real one. */
const ELSEWHERE = [
  'PUT /api/account/password',
  'POST /api/setup',
  'POST /api/invitation',
  'DELETE /api/sessions/[sessionId]',
  'POST /api/imports/[importId]/start',
  'POST /api/auth/signin/oidc',
]
/** The tests in tests/api/deliveries cover these, because they need a delivery. */
const OF_DELIVERIES = [
  'POST /api/deliveries',
  'PATCH /api/deliveries/[deliveryId]',
  'DELETE /api/deliveries/[deliveryId]',
  'POST /api/deliveries/[deliveryId]/runs',
  'DELETE /api/deliveries/[deliveryId]/runs/[runId]',
  'POST /api/deliveries/[deliveryId]/runs/[runId]/confirm',
  'DELETE /api/deliveries/[deliveryId]/places',
  'DELETE /api/deliveries/[deliveryId]/places/[employeeId]',
]
/** These send nothing out and change nothing that another account could notice. */
const NOT_TOLD = [
  'POST /api/invitation/account',
  'POST /api/deliveries/test',
  'POST /api/deliveries/host-key',
  'POST /api/deliveries/test-mail',
  // Changes a plan; the log has an entry for the confirmation of that plan.
  'PUT /api/deliveries/[deliveryId]/runs/[runId]/own-photos',
  'DELETE /api/batches/[batchId]',
  'DELETE /api/exports/[exportId]',
  'POST /api/exports/[exportId]/resume',
  'POST /api/exports/plan',
  'PUT /api/preferences',
  'POST /api/projects/[projectId]/imports',
  'PATCH /api/imports/[importId]',
  'DELETE /api/imports/[importId]',
  'POST /api/imports/[importId]/pause',
  'POST /api/imports/[importId]/resume',
]

const toMethod = (write: string) => write.replace(/ .*/, '')

test('every handler that writes is logged, or is listed here with the reason why not', async () => {
  const desk = startDesk()
  const writes: string[] = []
  for (const { pattern } of listRoutes().filter(({ pattern }) => !pattern.includes('[...'))) {
    const path = pattern.replace(/\[\w+\]/g, '1001')
    const allow = (await desk.visitor().call('OPTIONS', path)).headers.get('allow') ?? ''
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      if (allow.includes(method)) writes.push(`${method} ${pattern}`)
  }
  const named = [
    ...WRITES.map(([write]) => write),
    ...AT_THE_SERVICE,
    ...AT_THE_EMPLOYEE_DESK,
    ...ELSEWHERE,
    ...OF_DELIVERIES,
    ...NOT_TOLD,
  ]
  expect(writes.toSorted()).toEqual(named.toSorted())
})

describe('writes with an entry in the log', () => {
  test.each(WRITES)(
    'one entry by the account that acted is logged for: %s',
    async (write, path, body, entry) => {
      const desk = startDesk({ connected: 'person' })
      const done = { desk, admin: await desk.signIn('admin'), other: await desk.signIn('editor') }
      const address = typeof path === 'string' ? path : await path(done)
      const { result, entries } = await recordedBy(desk, () =>
        done.admin.json(toMethod(write), address, body && { body }),
      )
      expect(result.status).toBeLessThan(300)
      expect(entries).toMatchObject([{ actor: { id: done.admin.id }, outcome: 'done', ...entry }])
      expect(JSON.stringify(entries)).not.toContain(CANARY_KEY)
    },
  )
})

describe('writes without an entry in the log', () => {
  const administrative = WRITES.filter(([write]) => /connection|people/.test(write))
  test.each(administrative)(
    'an editor who sends %s leaves no entry in the log',
    async (write, path, body) => {
      const desk = startDesk({ connected: 'person' })
      const done = { desk, admin: await desk.signIn('admin'), other: await desk.signIn('editor') }
      const address = typeof path === 'string' ? path : await path(done)
      const { result, entries } = await recordedBy(desk, () =>
        done.other.json(toMethod(write), address, body && { body }),
      )
      expect([result.status, entries]).toEqual([403, []])
    },
  )

  test('a key that the service does not know leaves no entry in the log', async () => {
    const desk = startDesk({ connected: 'person' })
    const admin = await desk.signIn('admin')
    const { result, entries } = await recordedBy(desk, () =>
      admin.json('PUT', '/api/connection', { body: { key: 'pk_never_heard_of' } }),
    )
    expect([result.status, entries]).toEqual([502, []])
  })

  test('an invitation to a taken e-mail leaves no entry in the log', async () => {
    const desk = startDesk()
    const admin = await desk.signIn('admin')
    const body = { email: `${admin.id}@example.com`, role: 'viewer' }
    const { result, entries } = await recordedBy(desk, () => admin.json('POST', '/api/accounts', { body }))
    expect([result.status, entries]).toEqual([409, []])
  })
})
