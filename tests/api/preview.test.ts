import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { listPeople } from '#tests/support/mirror.ts'

const pathOf = (id: number, v: string | null, variant = 'standard') =>
  `/api/photos/${id}/preview?v=${encodeURIComponent(v ?? '')}&variant=${variant}`

const photoCalls = async (desk: Desk) =>
  (await desk.service.journal()).filter(({ path }) => path.includes('/photo')).length

async function open() {
  const desk = startDesk()
  const [person] = await listPeople(desk.service, COMPLETED_PROJECT.id)
  if (!person) throw new Error('The seed is empty.')
  return { desk, person, viewer: await desk.signIn('viewer') }
}

describe('GET /api/photos/{employeeId}/preview', () => {
  test('a preview is upright despite square sizes, made once, and cached for the idle time', async () => {
    const { desk, person, viewer } = await open()
    const path = pathOf(person.id, person.photo.edited_at)
    const answer = await viewer.call('GET', path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600, immutable')
    const shown = await sharp(await answer.bytes()).metadata()
    expect(shown.width / shown.height).toBeCloseTo(3 / 4, 1)
    expect(shown.height).toBe(600)
    const before = await photoCalls(desk)
    expect((await viewer.call('GET', path)).status).toBe(200)
    expect(await photoCalls(desk)).toBe(before)
  })

  test('a preview keeps transparent areas transparent', async () => {
    const { person, viewer } = await open()
    const path = pathOf(person.id, person.photo.edited_at, 'transparent')
    const answer = await viewer.call('GET', path)
    expect(answer.status).toBe(200)
    const { isOpaque } = await sharp(await answer.bytes()).stats()
    expect(isOpaque).toBe(false)
  })

  test('a preview leaves no entry in the log, because nobody has downloaded the photo', async () => {
    const { person, viewer } = await open()
    await viewer.call('GET', pathOf(person.id, person.photo.edited_at))
    const { body } = await viewer.json('GET', `/api/employees/${person.id}/downloads`)
    expect(body).toMatchObject({ data: [] })
  })

  test('a preview of a photo without approval is not_available, although the photo is stored', async () => {
    const { desk, person, viewer } = await open()
    const path = pathOf(person.id, person.photo.edited_at)
    expect((await viewer.call('GET', path)).status).toBe(200)
    await desk.service.portal('POST', `/employees/${person.id}/retake`, {})
    await viewer.json('GET', `/api/v1/employees/${person.id}`)
    expect(await viewer.json('GET', path)).toMatchObject({ status: 404, body: { code: 'not_available' } })
  })

  test.each([
    ['', 'standard'],
    ['yesterday', 'standard'],
    ['2026-10-07T14:03:00Z', 'huge'],
  ])('a preview with the version %j and the variant %j is refused without a call', async (v, variant) => {
    const { desk, person, viewer } = await open()
    const answer = await viewer.json('GET', pathOf(person.id, v, variant))
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await desk.service.journal()).toEqual([])
  })
})
