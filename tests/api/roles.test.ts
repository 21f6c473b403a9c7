import { describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#lib/contracts/session.ts'
import { startDesk } from '#tests/support/desk.ts'
import { listRoutes, toSamplePath } from '#tests/support/routes.ts'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** The weakest role that may call the handler. Handlers that are not listed are for every session, or public. */
const ASKS_FOR: Record<string, Role> = {
  'POST /api/v1/projects/[projectId]/employees': 'editor',
  'PATCH /api/v1/employees/[employeeId]': 'editor',
  'DELETE /api/v1/employees/[employeeId]': 'editor',
  'PATCH /api/employees/[employeeId]': 'editor',
  'POST /api/batches': 'editor',
  'GET /api/batches/[batchId]': 'editor',
  'DELETE /api/batches/[batchId]': 'editor',
  'GET /api/projects/[projectId]/imports': 'editor',
  'POST /api/projects/[projectId]/imports': 'editor',
  'GET /api/projects/[projectId]/imports/people': 'editor',
  'GET /api/imports/[importId]': 'editor',
  'PATCH /api/imports/[importId]': 'editor',
  'DELETE /api/imports/[importId]': 'editor',
  'POST /api/imports/[importId]/start': 'editor',
  'POST /api/imports/[importId]/pause': 'editor',
  'POST /api/imports/[importId]/resume': 'editor',
  'GET /api/imports/[importId]/result': 'editor',
  'PATCH /api/deliveries/[deliveryId]': 'editor',
  'POST /api/deliveries/[deliveryId]/runs': 'editor',
  'DELETE /api/deliveries/[deliveryId]/runs/[runId]': 'editor',
  'POST /api/deliveries/[deliveryId]/runs/[runId]/confirm': 'editor',
  'PUT /api/deliveries/[deliveryId]/runs/[runId]/own-photos': 'editor',
  'GET /api/deliveries/[deliveryId]/own-photos/[employeeId]': 'editor',
  'GET /api/deliveries/[deliveryId]/record': 'editor',
  'GET /api/employees/[employeeId]/record': 'editor',
  'DELETE /api/deliveries/[deliveryId]/places': 'editor',
  'DELETE /api/deliveries/[deliveryId]/places/[employeeId]': 'editor',
  'POST /api/deliveries': 'admin',
  'DELETE /api/deliveries/[deliveryId]': 'admin',
  'POST /api/deliveries/test': 'admin',
  'POST /api/deliveries/host-key': 'admin',
  'POST /api/deliveries/test-mail': 'admin',
  'PUT /api/connection': 'admin',
  'DELETE /api/connection': 'admin',
  'POST /api/connection/source': 'admin',
  'GET /api/activity': 'admin',
  'GET /api/activity/csv': 'admin',
  'GET /api/accounts': 'admin',
  'POST /api/accounts': 'admin',
  'PATCH /api/accounts/[accountId]': 'admin',
  'DELETE /api/accounts/[accountId]': 'admin',
  'POST /api/accounts/[accountId]/link': 'admin',
}
/**
 * Writes that a viewer may do on purpose: their own account and session, downloads, and preferences of this browser.
 */
const FOR_ALL = new Set([
  'PUT /api/account/password',
  'DELETE /api/session',
  'DELETE /api/sessions',
  'DELETE /api/sessions/[sessionId]',
  'PUT /api/preferences',
  'POST /api/exports',
  'POST /api/exports/plan',
  'POST /api/exports/[exportId]/resume',
  'DELETE /api/exports/[exportId]',
  'POST /api/projects/[projectId]/people/list',
])
/** Handlers for visitors without a session. */
const PUBLIC = /^\/api\/(auth|setup|invitation|refused|\[\[)/

const PATTERNS = listRoutes()
  .map(({ pattern }) => pattern)
  .filter(pattern => !PUBLIC.test(pattern))

describe.each(PATTERNS)('%s', pattern => {
  test.each(ROLES)('a %s may do what the role allows, and nothing else', async role => {
    const desk = startDesk()
    const path = toSamplePath(pattern)
    const allow = (await desk.visitor().call('OPTIONS', path)).headers.get('allow') ?? ''
    for (const method of allow.split(', ').filter(method => method !== 'OPTIONS' && method !== 'HEAD')) {
      const person = await desk.signIn(role)
      const call = `${method} ${pattern}`
      const { status, body } = await answerOf(person, method, path)
      const may = ROLES.indexOf(role) >= ROLES.indexOf(ASKS_FOR[call] ?? 'viewer')
      expect([call, status === 403 && body.includes('"forbidden"')]).toEqual([call, !may])
      if (WRITES.has(method)) expect([call, call in ASKS_FOR || FOR_ALL.has(call)]).toEqual([call, true])
    }
  })
})

test('every call that needs a role is offered', async () => {
  const desk = startDesk()
  for (const call of [...Object.keys(ASKS_FOR), ...FOR_ALL]) {
    const [method = '', pattern = ''] = call.split(' ')
    expect(PATTERNS).toContain(pattern)
    const { headers } = await desk.visitor().call('OPTIONS', toSamplePath(pattern))
    expect([call, headers.get('allow')?.split(', ').includes(method)]).toEqual([call, true])
  }
})

async function answerOf(
  person: Awaited<ReturnType<ReturnType<typeof startDesk>['signIn']>>,
  method: string,
  path: string,
) {
  const answer = await person.call(method, path, WRITES.has(method) ? { body: {} } : {})
  return { status: answer.status, body: await answer.text() }
}
