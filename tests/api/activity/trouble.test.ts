import { describe, expect, test } from 'vitest'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readActivity, recordedBy, refuseRows } from '#tests/support/activity.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { ended, SMALL, startExport } from '#tests/support/exports.ts'
import { findPerson, listPeople } from '#tests/support/mirror.ts'

const approved = (desk: Desk) => findPerson(desk.service, MIXED_PROJECT.id, ({ photo }) => photo.approved)
const path = (id: number) => `/api/v1/employees/${id}`
const RENAME = { body: { last_name: 'Neu' } }
const UNWRITABLE = { status: 503, body: { code: 'activity_unwritable' } }
const writesOf = async (desk: Desk) =>
  (await desk.service.journal()).filter(({ method }) => method !== 'GET').map(({ method }) => method)

describe('old values in the log', () => {
  test('a change of a listed person reads the old value without a call', async () => {
    const desk = startDesk()
    const [{ id }, editor] = [await approved(desk), await desk.signIn()]
    await editor.json('GET', `/api/v1/projects/${MIXED_PROJECT.id}/employees?per_page=200`)
    await editor.json('PATCH', path(id), RENAME)
    expect((await desk.service.journal()).map(({ method }) => method)).toEqual(['GET', 'PATCH'])
  })

  test('a change of a person whom the desk never read costs one call for the old value', async () => {
    const desk = startDesk()
    const [{ id }, editor] = [await approved(desk), await desk.signIn()]
    await editor.json('PATCH', path(id), RENAME)
    expect((await desk.service.journal()).map(({ method }) => method)).toEqual(['GET', 'PATCH'])
  })

  test('the old value of a second change is the new value of the first', async () => {
    const desk = startDesk()
    const [employee, editor] = [await approved(desk), await desk.signIn()]
    const { entries } = await recordedBy(desk, async () => {
      await editor.json('PATCH', path(employee.id), RENAME)
      await editor.json('PATCH', path(employee.id), { body: { last_name: 'Neuer' } })
    })
    expect(entries.map(({ details }) => details.changes)).toEqual([
      [{ field: 'last_name', old: employee.last_name, new: 'Neu' }],
      [{ field: 'last_name', old: 'Neu', new: 'Neuer' }],
    ])
  })
})

describe('a log that cannot be written', () => {
  test.each([
    ['PATCH', RENAME],
    ['DELETE', {}],
  ])('a log that cannot be written lets no %s reach the service', async (method, options) => {
    const desk = startDesk()
    const [{ id }, editor] = [await approved(desk), await desk.signIn()]
    const before = await listPeople(desk.service, MIXED_PROJECT.id)
    await refuseRows('activity_intents')
    expect(await editor.json(method, path(id), options)).toMatchObject(UNWRITABLE)
    expect(await writesOf(desk)).toEqual([])
    expect(await listPeople(desk.service, MIXED_PROJECT.id)).toEqual(before)
  })

  test('a write that the service did is shown as done, and the next start completes the log', async () => {
    const desk = startDesk()
    const [{ id }, editor, admin] = [await approved(desk), await desk.signIn(), await desk.signIn('admin')]
    await refuseRows('activity')
    expect(await editor.json('PATCH', path(id), RENAME)).toMatchObject({
      status: 500,
      body: { code: 'not_recorded' },
    })
    const { getSqlite } = await import('#lib/store/database.ts')
    const { getActivityStore } = await import('#lib/store/activity-store.ts')
    getSqlite().exec('DROP TRIGGER full_activity')
    await getActivityStore().recover('9999')
    expect(await readActivity(admin, `employee=${id}`)).toMatchObject([
      { actor: { id: editor.id }, action: 'employee_changed', outcome: 'unknown' },
    ])
  })

  test('a log that cannot be written lets no photo out, single or in an archive', async () => {
    const desk = startDesk()
    const [{ id }, editor] = [await approved(desk), await desk.signIn()]
    const job = await startExport(editor, MIXED_PROJECT.id, { scope: { kind: 'people', employee_ids: [id] } })
    await ended(editor, job)
    await refuseRows('activity')
    expect(await editor.json('GET', `${path(id)}/photo`)).toMatchObject(UNWRITABLE)
    expect(await editor.json('GET', `/api/exports/${job.id}/archive`)).toMatchObject(UNWRITABLE)
  })

  test('a log that cannot be written stops every new export', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    await refuseRows('activity_intents')
    const body = { project_id: LARGE_PROJECT.id, variant: 'standard', size: SMALL }
    expect(await editor.json('POST', '/api/exports', { body })).toMatchObject(UNWRITABLE)
    expect((await editor.json<{ data: unknown[] }>('GET', '/api/exports')).body.data).toEqual([])
    expect(desk.output.filter(line => line.includes('export_'))).toEqual([])
  })

  test('a log that cannot be written lets out no CSV of the log', async () => {
    const desk = startDesk()
    const admin = await desk.signIn('admin')
    await refuseRows('activity')
    expect(await admin.json('GET', '/api/activity/csv')).toMatchObject(UNWRITABLE)
  })
})

describe('a write whose answer got lost', () => {
  test.each([
    ['after', 200, 'done'],
    ['before', 502, 'unknown'],
  ] as const)(
    'a write whose answer got lost (%s the service did its work) is one entry: %s, %s',
    async (phase, status, outcome) => {
      const desk = startDesk()
      const [employee, editor] = [await approved(desk), await desk.signIn()]
      await desk.service.fault({ method: 'PATCH', answer: { kind: 'drop', phase } })
      const { result, entries } = await recordedBy(desk, () =>
        editor.json('PATCH', path(employee.id), RENAME),
      )
      expect(result.status).toBe(status)
      expect(entries).toMatchObject([
        { outcome, details: { changes: [{ field: 'last_name', old: employee.last_name, new: 'Neu' }] } },
      ])
    },
  )
})
