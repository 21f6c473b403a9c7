import { expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ended, peopleScope, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'

const PROJECT = COMPLETED_PROJECT.id

async function open() {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const [person] = await listPeople(desk.service, PROJECT)
  if (!person?.photo.edited_at) throw new Error('The seed has nobody.')
  const { id, photo } = person
  const face = () =>
    viewer.call('GET', `/api/photos/${id}/thumbnail?v=${encodeURIComponent(photo.edited_at ?? '')}`)
  const photoCalls = async () =>
    (await desk.service.journal()).filter(({ path }) => path.startsWith(`/employees/${id}/photo`)).length
  return { desk, viewer, id, face, photoCalls, scope: { ...peopleScope([id]), size: null } }
}

test('a face comes from a photo that an export has fetched, in whatever size, without a call', async () => {
  const { viewer, face, photoCalls, scope } = await open()
  await ended(viewer, await startExport(viewer, PROJECT, scope))
  const answer = await face()
  expect([answer.status, await photoCalls()]).toEqual([200, 1])
})

test('a face that waits for a call comes as soon as an export has fetched the photo', async () => {
  const { desk, viewer, id, face, photoCalls, scope } = await open()
  const answer = { kind: 'delay', ms: 60_000, phase: 'before' } as const
  await desk.service.fault({ path: `/employees/${id}/photo`, times: 1, answer })
  const waiting = face()
  await expect.poll(photoCalls, { timeout: 10_000 }).toBe(1)
  await ended(viewer, await startExport(viewer, PROJECT, scope))
  // The face's own call, which still waits, and the call of the export.
  expect([(await waiting).status, await photoCalls()]).toEqual([200, 2])
})
