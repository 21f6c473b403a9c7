import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { listPeople } from '#tests/support/mirror.ts'

const BADGE = { label: 'Badge', width: 300, height: 300 }
const SEEN_MS = 2 * 60_000

const setSizes = (desk: Desk, sizes: unknown[]) => desk.service.portal('PUT', '/image-sizes', { sizes })
const callsFor = async (desk: Desk, end: string) =>
  (await desk.service.journal()).filter(({ path }) => path.split('?')[0]?.endsWith(end)).length

async function open() {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const people = await listPeople(desk.service, COMPLETED_PROJECT.id)
  const take = (id = people[0]?.id) => viewer.call('GET', `/api/v1/employees/${id}/photo?size=0`)
  const pixelsOf = async (answer: Response) => {
    const { width, height } = await sharp(await answer.bytes()).metadata()
    return `${width}x${height}`
  }
  return { desk, viewer, people, take, pixelsOf }
}

test('a changed size gives another photo', async () => {
  stopClock()
  const { desk, take, pixelsOf } = await open()
  expect(await pixelsOf(await take())).toBe('600x800')
  await setSizes(desk, [BADGE])
  await passMs(SEEN_MS + 1)
  expect(await pixelsOf(await take())).toBe('300x300')
})

test('a size that has just changed is noticed by the pixels of the photo', async () => {
  const { desk, people, take, pixelsOf } = await open()
  expect(await pixelsOf(await take())).toBe('600x800')
  await setSizes(desk, [BADGE])
  const answer = await take(people[1]?.id)
  expect([await pixelsOf(answer), answer.headers.get('x-photo-pixels')]).toEqual(['300x300', '300x300'])
  expect(await pixelsOf(await take())).toBe('300x300')
})

test('a deleted size is unknown_size in the service’s words, although the photo is stored', async () => {
  stopClock()
  const { desk, viewer, people, take } = await open()
  expect((await take()).status).toBe(200)
  await setSizes(desk, [])
  await passMs(SEEN_MS + 1)
  const path = `/employees/${people[0]?.id}/photo?size=0`
  expect(await viewer.json('GET', `/api/v1${path}`)).toMatchObject({
    status: 404,
    body: { code: 'unknown_size' },
  })
})

test('a size outside the cached list is passed on: the service refuses it, or serves a new one', async () => {
  const { desk, viewer, people, take, pixelsOf } = await open()
  const path = `/api/v1/employees/${people[0]?.id}/photo?size=1`
  await setSizes(desk, [BADGE])
  await take()
  for (const width of [200, 240]) {
    await setSizes(desk, [BADGE, { label: 'New', width, height: 200 }])
    expect(await pixelsOf(await viewer.call('GET', path))).toBe(`${width}x200`)
  }
})

test('the sizes are read once in two minutes, not once for each photo', async () => {
  const { desk, people, take } = await open()
  for (const { id } of people.slice(0, 5)) expect((await take(id)).status).toBe(200)
  expect(await callsFor(desk, '/image-sizes')).toBe(1)
  expect(await callsFor(desk, '/photo')).toBe(5)
})

test('unexpected pixels are handed over and reported: in the answer, and once in the log', async () => {
  const { desk, people, take, pixelsOf } = await open()
  const promised = { index: 0, label: 'Web', width: 601, height: 800 }
  await desk.service.fault({
    path: '/image-sizes',
    times: 99,
    answer: { kind: 'status', status: 200, body: { data: [promised] } },
  })
  for (const { id } of people.slice(0, 4)) {
    const answer = await take(id)
    expect([await pixelsOf(answer), answer.headers.get('x-photo-pixels')]).toEqual(['600x800', '600x800'])
  }
  const lines = desk.output
    .map(line => JSON.parse(line))
    .filter(({ event }) => event === 'photo_other_pixels')
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', size: 0, promised: '601x800', pixels: '600x800' }),
  ])
  // One read of the sizes at first, and another when the first photo had unexpected pixels.
  expect(await callsFor(desk, '/image-sizes')).toBe(2)
})

describe('pictures made of a photo', () => {
  /** The size that a picture is made of, when the service has one size alone and later another one. */
  async function sourcesOf(kind: 'thumbnail' | 'preview', before: object, after: object) {
    stopClock()
    const { desk, viewer, people } = await open()
    const [person] = people
    const v = encodeURIComponent(person?.photo.edited_at ?? '')
    const path = `/api/photos/${person?.id}/${kind}?v=${v}${kind === 'preview' ? '&variant=standard' : ''}`
    const look = async () => (await viewer.call('GET', path)).bytes()
    const sources = async () => {
      const calls = (await desk.service.journal()).filter(({ path }) => path.includes('/photo'))
      return calls.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('size'))
    }
    await setSizes(desk, [before])
    await look()
    await setSizes(desk, [after])
    await passMs(SEEN_MS + 1)
    await look()
    return sources()
  }

  const WIDE = { label: 'Wide', width: 900, height: 700 }
  const UPRIGHT = { label: 'Web', width: 600, height: 800 }
  const LARGE = { label: 'Web', width: 900, height: 1200 }

  test('pictures are made again when the size has changed', async () => {
    expect(await sourcesOf('preview', UPRIGHT, LARGE)).toEqual(['0', '0'])
  })

  test('pictures are made of the full photo when the size is not large enough any more', async () => {
    expect(await sourcesOf('preview', UPRIGHT, WIDE)).toEqual(['0', null])
  })

  test.each([LARGE, { ...UPRIGHT, width: 90 }])(
    'a face costs no other call, because any earlier size will do: %j',
    async after => {
      expect(await sourcesOf('thumbnail', UPRIGHT, after)).toEqual(['0'])
    },
  )
})

test.each(['thumbnail', 'preview'])(
  'a size that has just become too small makes no enlarged picture: %s',
  async kind => {
    const { desk, viewer, people } = await open()
    const [one, other] = people
    const path = (person: typeof one) => {
      const v = encodeURIComponent(person?.photo.edited_at ?? '')
      return `/api/photos/${person?.id}/${kind}?v=${v}${kind === 'preview' ? '&variant=standard' : ''}`
    }
    await setSizes(desk, [{ label: 'Web', width: 600, height: 800 }])
    await (await viewer.call('GET', path(one))).bytes()
    await setSizes(desk, [{ label: 'Web', width: 30, height: 40 }])
    expect((await viewer.call('GET', path(other))).status).toBe(200)
    const calls = (await desk.service.journal()).filter(({ path }) =>
      path.startsWith(`/employees/${other?.id}/photo`),
    )
    expect(calls.map(({ path }) => path.includes('size='))).toEqual([true, false])
  },
)
