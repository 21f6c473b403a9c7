import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMPLETED_PROJECT, EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { ended, paused, peopleScope, startExport } from '#tests/support/exports.ts'
import { importEnded, importRows, sendImport } from '#tests/support/imports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

/** The answers of routers while the service behind them is replaced: Traefik, ingress-nginx, Envoy, Kong. */
const ROUTERS = {
  text: '404 page not found\n',
  another: 'default backend - 404',
  nothing: null,
  JSON: { message: 'no Route matched with those values' },
}
const PROJECT = COMPLETED_PROJECT.id

/** A download with one person, so that the desk stores their photo. */
async function prepared() {
  const desk = startDesk()
  const editor = await desk.signIn('editor')
  const [person] = await listPeople(desk.service, PROJECT)
  if (!person) throw new Error('The seed has nobody.')
  await ended(editor, await startExport(editor, PROJECT, peopleScope([person.id])))
  return { desk, editor, person, path: `/api/v1/employees/${person.id}` }
}

/** Makes a router answer instead of the service from now on. */
const routerAnswers = ({ service }: Desk, body: unknown, { path = '/**', skip = 0 } = {}) =>
  service.fault({ path, skip, times: 9_999, answer: { kind: 'status', status: 404, body } })

/** Drops the cached answers, as time does, so that the desk asks the service again. */
async function forgetAnswers() {
  const { findKeyStates } = await import('#lib/portrait-api/connect.ts')
  for (const { cache } of findKeyStates()) cache.forget(() => true)
}

async function expectKept({ dataDir }: Desk, { id, email }: { id: number; email: string }) {
  const { getSqlite } = await import('#lib/store/database.ts')
  const rows = (table: string) => JSON.stringify(getSqlite().prepare(`SELECT * FROM ${table}`).all())
  expect(rows('gone_people')).toBe('[]')
  expect(rows('export_entries')).toContain(email)
  const keys = readdirSync(join(dataDir, 'photos'))
  expect(keys.flatMap(key => readdirSync(join(dataDir, 'photos', key)))).toContain(String(id))
}

describe.each(Object.entries(ROUTERS))('a 404 of a router, as %s,', (_, body) => {
  test('a 404 of a router deletes no person who is read or changed', async () => {
    const { desk, editor, person, path } = await prepared()
    await routerAnswers(desk, body)
    for (const [method, sent] of [['GET'], ['PATCH', { first_name: 'Neu' }], ['DELETE']] as const) {
      await forgetAnswers()
      const answer = await editor.json(method, path, sent && { body: sent })
      expect([answer.status, answer.body.code]).toEqual([502, expect.stringMatching(/gateway|unknown/)])
    }
    await expectKept(desk, person)
  })

  test('a 404 of a router does not confirm a deletion whose answer was lost', async () => {
    const { desk, editor, person, path } = await prepared()
    await desk.service.fault({ method: 'DELETE', answer: { kind: 'status', status: 502 } })
    await routerAnswers(desk, body)
    expect(await editor.json('DELETE', path)).toMatchObject({
      status: 502,
      body: { code: 'outcome_unknown' },
    })
    await expectKept(desk, person)
  })

  test('a 404 of a router pauses an export, and costs it no photo', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    await routerAnswers(desk, body, { path: '/employees/*/photo', skip: 10 })
    await routerAnswers(desk, body, { path: '/projects', skip: 1 })
    const started = await startExport(viewer, PROJECT)
    expect(await paused(viewer, started)).toMatchObject({ pause_reason: 'service_unreachable', failed: 0 })
    await desk.service.portal('DELETE', '/faults')
    await viewer.json('POST', `/api/exports/${started.id}/resume`)
    expect(await ended(viewer, started)).toMatchObject({ done: 36, failed: 0 })
  })
})

describe('a single 404 of a router before the service is back', () => {
  test.each([
    ['GET', undefined, 200],
    ['PATCH', { first_name: 'Neu' }, 502],
    ['DELETE', undefined, 502],
  ])('a single 404 of a router to a %s deletes nobody', async (method, sent, status) => {
    const { desk, editor, person, path } = await prepared()
    await forgetAnswers()
    await desk.service.fault({ method, path: '/employees/*', answer: { kind: 'status', status: 404 } })
    expect((await editor.json(method, path, sent && { body: sent })).status).toBe(status)
    await expectKept(desk, person)
  })
})

describe('a single 404 of a router while the service lists its projects', () => {
  const answer = { kind: 'status', status: 404, body: ROUTERS.text } as const

  test('a single 404 of a router takes no photo out of an archive', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    await desk.service.fault({ path: '/employees/*/photo', skip: 5, times: 1, answer })
    expect(await ended(viewer, await startExport(viewer, PROJECT))).toMatchObject({ done: 36, failed: 0 })
  })

  test('a single 404 of a router ends no import', async () => {
    const desk = startDesk()
    const editor = await desk.signIn('editor')
    await desk.service.fault({ method: 'POST', path: '/projects/*/employees', times: 1, answer })
    const sent = await importEnded(editor, await sendImport(editor, EMPTY_PROJECT.id, importRows(3)))
    expect(sent).toMatchObject({ state: 'done', counts: { created: 3 } })
  })

  test('a single 404 of a router hides no project', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    await desk.service.fault({ path: '/projects/*/employees', times: 1, answer })
    expect((await viewer.json('GET', `/api/projects/${PROJECT}/people`)).status).toBe(200)
  })
})

test('the desk believes a 404 of the service itself, whatever its form', async () => {
  const { desk, editor, person, path } = await prepared()
  await desk.service.ask(`/employees/${person.id}`, { method: 'DELETE' })
  await forgetAnswers()
  expect((await editor.json('GET', path)).status).toBe(404)
  const { getSqlite } = await import('#lib/store/database.ts')
  await until('they are known to be gone', () =>
    JSON.stringify(getSqlite().prepare('SELECT * FROM gone_people').all()).includes(String(person.id)),
  )
})
