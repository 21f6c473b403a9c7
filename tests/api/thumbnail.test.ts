import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { listPeople } from '#tests/support/mirror.ts'

const pathOf = (id: number, v: string | null) =>
  `/api/photos/${id}/thumbnail?v=${encodeURIComponent(v ?? '')}`

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

  test('takes one call for the sizes and one for the photo, and none the next time', async () => {
    const { desk, viewer, path } = await open()
    for (let time = 0; time < 3; time += 1) expect((await viewer.call('GET', path)).status).toBe(200)
    expect((await desk.service.journal()).map(({ path }) => path.split('?')[0])).toEqual([
      '/image-sizes',
      expect.stringMatching(/\/photo$/),
    ])
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
