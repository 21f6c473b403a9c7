import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { listPeople } from '#tests/support/mirror.ts'

const pathOf = (id: number, v: string | null) =>
  `/api/photos/${id}/thumbnail?v=${encodeURIComponent(v ?? '')}`

const pathsOf = async (desk: Desk) => (await desk.service.journal()).map(({ path }) => path.split('?')[0])

async function open() {
  const desk = startDesk()
  const [person] = await listPeople(desk.service, COMPLETED_PROJECT.id)
  if (!person) throw new Error('The seed is empty.')
  return {
    desk,
    person,
    viewer: await desk.signIn('viewer'),
    path: pathOf(person.id, person.photo.edited_at),
  }
}

describe('GET /api/photos/{employeeId}/thumbnail', () => {
  test('is a small WebP that this browser may keep for ever', async () => {
    const { viewer, path } = await open()
    const answer = await viewer.call('GET', path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(await sharp(await answer.bytes()).metadata()).toMatchObject({
      format: 'webp',
      width: 96,
      height: 128,
    })
  })

  test('of somebody who was not just listed takes one call to look, one for the sizes and one for the photo', async () => {
    const { desk, viewer, path } = await open()
    for (let time = 0; time < 3; time += 1) expect((await viewer.call('GET', path)).status).toBe(200)
    expect(await pathsOf(desk)).toEqual([
      expect.stringMatching(/^\/employees\/\d+$/),
      '/image-sizes',
      expect.stringMatching(/\/photo$/),
    ])
  })

  test('of somebody who was just listed takes no call to look', async () => {
    const { desk, viewer, path } = await open()
    const list = `/projects/${COMPLETED_PROJECT.id}/employees`
    await viewer.json('GET', `/api/v1${list}`)
    expect((await viewer.call('GET', path)).status).toBe(200)
    expect(await pathsOf(desk)).toEqual([list, '/image-sizes', expect.stringMatching(/\/photo$/)])
  })

  test('in a version that is not current is not_available, also when it is still on the disk', async () => {
    const { desk, person, viewer, path } = await open()
    const old = pathOf(person.id, '2020-01-01T08:00:00+01:00')
    expect(await viewer.json('GET', old)).toMatchObject({ status: 404, body: { code: 'not_available' } })
    expect((await viewer.call('GET', path)).status).toBe(200)
    await desk.service.portal('POST', `/employees/${person.id}/retake`, {})
    await viewer.json('GET', `/api/v1/employees/${person.id}`)
    expect(await viewer.json('GET', path)).toMatchObject({ status: 404, body: { code: 'not_available' } })
  })

  test('of an unknown person is not_found', async () => {
    const { viewer } = await open()
    const answer = await viewer.json('GET', pathOf(999_999, '2026-10-07T14:03:00Z'))
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test.each(['', '../../x', 'yesterday', '2026-10-07'])('with the version %j is refused', async v => {
    const { desk, person, viewer } = await open()
    expect(await viewer.json('GET', pathOf(person.id, v))).toMatchObject({
      status: 422,
      body: { code: 'invalid' },
    })
    expect(await desk.service.journal()).toEqual([])
  })
})
