import { expect, test } from 'vitest'
import type { ExportChange } from '#lib/exports/contract.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, peopleScope, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { restart } from '#tests/support/restart.ts'

const PROJECT = COMPLETED_PROJECT.id
const CODE = 'unclear_photo'

type Photo = Employee['photo']
const UNCLEAR: [string, (photo: Photo) => unknown][] = [
  ['photo left out', () => undefined],
  ['an approval of null', photo => ({ ...photo, approved: null })],
  ['an approval of "yes"', photo => ({ ...photo, approved: 'yes' })],
  ['no time of the last edit', photo => ({ ...photo, edited_at: null })],
  ['a time that nobody can read', photo => ({ ...photo, edited_at: 'yesterday' })],
]

/** A download of three people. Then the service describes all photos differently, also to a restarted desk. */
async function changed(toPhoto: (photo: Photo) => unknown) {
  const desk = startDesk()
  const editor = await desk.signIn('editor')
  const people = await listPeople(desk.service, PROJECT)
  const ids = people.slice(0, 3).map(({ id }) => id)
  const done = await ended(editor, await startExport(editor, PROJECT, peopleScope(ids)))
  restart()
  const data = people.map(person => ({ ...person, photo: toPhoto(person.photo) }))
  const page = { current_page: 1, last_page: 1, per_page: 200, total: people.length }
  await say(desk, '/projects/*/employees', { data, links: { next: null }, meta: page })
  await say(desk, `/employees/${ids[0]}`, { data: data[0] })
  return { desk, editor, done, ids }
}

const say = ({ service }: Desk, path: string, body: unknown) =>
  service.fault({ path, times: 999, answer: { kind: 'status', status: 200, body } })

const photosOf = async (person: Person, done: Parameters<typeof openArchive>[1]) =>
  [...(await openArchive(person, done)).files.keys()].filter(name => name.endsWith('.jpg'))

test.each(UNCLEAR)(
  '%s withdraws no approval: nothing is deleted, and nobody is told so',
  async (_, toPhoto) => {
    const { desk, editor, done, ids } = await changed(toPhoto)
    const changes = await editor.json<{ data: ExportChange[] }>('GET', `/api/exports/${done.id}/changes`)
    expect(changes.body.data.map(({ change, employee_id }) => [change, employee_id])).toEqual(
      ids.map(id => [CODE, id]),
    )
    expect(await editor.json('GET', `/api/v1/employees/${ids[0]}/photo`)).toMatchObject({
      status: 409,
      body: { code: CODE },
    })
    const again = await ended(editor, await startExport(editor, PROJECT, peopleScope(ids)))
    expect(again.problems.map(({ code, employee_id }) => [code, employee_id])).toEqual(
      ids.map(id => [CODE, id]),
    )
    await desk.service.portal('DELETE', '/faults')
    restart()
    expect(await photosOf(editor, done)).toHaveLength(ids.length)
  },
)

test('the mirror passes an unclear photo on in the form of the specification', async () => {
  const { editor, ids } = await changed(() => undefined)
  const { body } = await editor.json<{ data: Employee }>('GET', `/api/v1/employees/${ids[0]}`)
  expect(Object.keys(body.data.photo).sort()).toEqual([
    'approved',
    'edited_at',
    'standard_url',
    'transparent_url',
  ])
})

test('an approval that is certainly absent is withdrawn', async () => {
  const { editor, done } = await changed(photo => ({ ...photo, approved: false }))
  await editor.json('GET', `/api/v1/projects/${PROJECT}/employees?per_page=200`)
  expect(await photosOf(editor, done)).toEqual([])
})
