import { expect, test } from 'vitest'
import type { Export, ExportChange, ExportPlanResponse } from '#lib/exports/contract.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { restart } from '#tests/support/restart.ts'

const PROJECT = COMPLETED_PROJECT.id
const ALL_STEPS = ['retake', 'upload', 'edit', 'approve'] as const

/** A person who downloads the new photos each week, and may keep three downloads. */
async function weekly() {
  const desk = startDesk({ settings: { QUOTA_EXPORTS_KEPT: '3', QUOTA_EXPORTS_RUNNING: '1' } })
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, PROJECT)).filter(({ photo }) => photo.approved)
  let last = await ended(viewer, await startExport(viewer, PROJECT))
  await openArchive(viewer, last)
  const take = async (steps: readonly string[], person: number) => {
    const since = { kind: 'since', export_id: last.id } as const
    for (const step of steps) await desk.service.portal('POST', `/employees/${person}/${step}`, {})
    restart()
    const body = { project_id: PROJECT, variant: 'standard', size: 3, scope: since }
    const plan = await viewer.json<{ data: ExportPlanResponse }>('POST', '/api/exports/plan', { body })
    last = await ended(viewer, await startExport(viewer, PROJECT, { scope: since }))
    await openArchive(viewer, last)
    return [plan.body.data.people, last.done]
  }
  const list = async () => (await viewer.json<{ data: Export[] }>('GET', '/api/exports')).body.data
  const changes = async ({ id }: { id: string }) =>
    (await viewer.json<{ data: ExportChange[] }>('GET', `/api/exports/${id}/changes`)).body.data
  return { desk, viewer, people, take, list, changes }
}

test('the desk knows what a system has got for longer than the first download is kept', async () => {
  const { desk, people, take, list, changes } = await weekly()
  for (const person of people.slice(1, 5)) expect(await take(ALL_STEPS, person.id)).toEqual([1, 1])
  const kept = await list()
  expect(kept.map(({ done }) => done)).toEqual([1, 1, 1])
  const [withdrawn] = people
  await desk.service.portal('POST', `/employees/${withdrawn?.id}/retake`, {})
  restart()
  const told = await Promise.all(kept.map(changes))
  expect(told.flat().filter(({ change }) => change === 'withdrawn')).toMatchObject([
    { employee_id: withdrawn?.id, file_names: [`${withdrawn?.mitarbeiternummer}.jpg`] },
  ])
})

test('a forgotten person also leaves the record of what a system has got', async () => {
  const { desk, people, take, list, changes } = await weekly()
  for (const person of people.slice(1, 5)) await take(ALL_STEPS, person.id)
  const [gone] = people
  if (!gone) throw new Error('The seed is too small.')
  const files = async () =>
    (await Promise.all((await list()).map(changes)))
      .flat()
      .filter(({ employee_id }) => employee_id === gone.id)
      .map(({ change, name, file_names }) => [change, name, file_names])
  const editor = await desk.signIn('editor')
  expect((await editor.call('DELETE', `/api/v1/employees/${gone.id}`)).status).toBe(204)
  expect(await files()).toEqual([['left', '', [`${gone.mitarbeiternummer}.jpg`]]])
  const [{ forgetPerson }, { describe }] = await Promise.all([
    import('#lib/personal-data/keep-retentions.ts'),
    import('#lib/personal-data/find-people.ts'),
  ])
  await forgetPerson(await describe(gone.id))
  expect(await files()).toEqual([])
})
