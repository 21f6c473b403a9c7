import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Employee } from '#lib/portrait-api/contract.ts'
import {
  CROP_EYE_LINE,
  FULL_SECTION,
  FULL_SIZE,
  LEFT_EYE,
  toSection,
} from '#sandbox/portraits/draw-portrait.ts'
import { LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { startSandbox, type TestSandbox } from './support/start-sandbox.ts'
import { findEmployee, getEmployee, listAll, toRefusal } from './support/walk.ts'

const SIZES = [
  { width: 600, height: 800 },
  { width: 413, height: 531 },
  { width: 648, height: 648 },
  { width: 240, height: 240 },
]

async function loadPhoto({ api }: TestSandbox, id: number, query: string): Promise<Buffer> {
  const answer = await api('GET', `/employees/${id}/photo${query}`)
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  return bytes
}

async function pixels(image: Buffer): Promise<{ data: Buffer; width: number; channels: number }> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, channels: info.channels }
}

test('section 4, GET photo: the default is a real JPEG of at least 2400 × 3200 on white', async () => {
  const sandbox = startSandbox()
  const photo = await loadPhoto(sandbox, 1001, '')
  const answer = await sandbox.api('GET', '/employees/1001/photo?variant=standard')
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBe(true)
  expect(photo.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', ...FULL_SIZE })
  expect([...(await pixels(photo)).data.subarray(0, 3)].every(channel => channel >= 253)).toBe(true)
})

test('section 4, GET photo: the transparent variant is a real PNG with an opaque person', async () => {
  const sandbox = startSandbox()
  const answer = await sandbox.api('GET', '/employees/1001/photo?variant=transparent')
  expect(answer.headers.get('content-type')).toBe('image/png')
  const photo = Buffer.from(await answer.arrayBuffer())
  expect(photo.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
  expect(await sharp(photo).metadata()).toMatchObject({ format: 'png', hasAlpha: true, ...FULL_SIZE })
  const { data, width } = await pixels(photo)
  expect(data[3]).toBe(0)
  const middle = (2000 * width + width / 2) * 4
  expect(data[middle + 3]).toBe(255)
})

describe.each(SIZES.map((size, index) => ({ ...size, index })))(
  'section 4, GET photo: size $index ($width × $height)',
  ({ width, height, index }) => {
    test('both variants of a photo have exactly the size and show the same section', async () => {
      const sandbox = startSandbox()
      const jpeg = await loadPhoto(sandbox, 1002, `?size=${index}`)
      const png = await loadPhoto(sandbox, 1002, `?size=${index}&variant=transparent`)
      expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width, height })
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width, height, hasAlpha: true })
      const flattened = await sharp(png).flatten({ background: '#ffffff' }).png().toBuffer()
      expect(await meanDifference(jpeg, flattened)).toBeLessThan(2)
    })

    test('a size shows the section of the full photo with the eyes in the middle at a known line', async () => {
      const sandbox = startSandbox()
      const section = toSection({ width, height })
      expect((LEFT_EYE.y - section.y) / section.height).toBeCloseTo(CROP_EYE_LINE, 10)
      const full = await loadPhoto(sandbox, 1002, '?variant=transparent')
      const scale = FULL_SIZE.width / FULL_SECTION.width
      const cut = await sharp(full)
        .extract({
          left: Math.round((section.x - FULL_SECTION.x) * scale),
          top: Math.round((section.y - FULL_SECTION.y) * scale),
          width: Math.round(section.width * scale),
          height: Math.round(section.height * scale),
        })
        .resize(width, height, { fit: 'fill' })
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer()
      expect(await meanDifference(cut, await loadPhoto(sandbox, 1002, `?size=${index}`))).toBeLessThan(3)
    })
  },
)

test('section 4, GET photo: a dark pupil is at the left eye of every size without glasses', async () => {
  const sandbox = startSandbox()
  for (const [index, size] of SIZES.entries()) {
    const { data, width, channels } = await pixels(await loadPhoto(sandbox, 1003, `?size=${index}`))
    const section = toSection(size)
    const brightness = (x: number, y: number) => {
      const column = Math.round(((x - section.x) / section.width) * size.width)
      const row = Math.round(((y - section.y) / section.height) * size.height)
      return data[(row * width + column) * channels] ?? 0
    }
    expect(brightness(LEFT_EYE.x, LEFT_EYE.y)).toBeLessThan(brightness(LEFT_EYE.x, LEFT_EYE.y + 18) - 40)
  }
})

test('section 4, GET photo: people look different, and the same person looks the same twice', async () => {
  const sandbox = startSandbox()
  const other = startSandbox()
  const photo = await loadPhoto(sandbox, 1001, '?size=3')
  expect((await loadPhoto(other, 1001, '?size=3')).equals(photo)).toBe(true)
  expect(await meanDifference(photo, await loadPhoto(sandbox, 1002, '?size=3'))).toBeGreaterThan(5)
})

test('section 1, step 7: a retake changes both edited_at and the picture', async () => {
  const sandbox = startSandbox()
  const before = await loadPhoto(sandbox, 1001, '?size=3')
  const { photo } = await getEmployee(sandbox, 1001)
  for (const step of ['retake', 'upload', 'edit', 'approve'])
    await sandbox.portal('POST', `/employees/1001/${step}`)
  expect((await getEmployee(sandbox, 1001)).photo.edited_at).not.toBe(photo.edited_at)
  expect(await meanDifference(before, await loadPhoto(sandbox, 1001, '?size=3'))).toBeGreaterThan(5)
})

describe('section 7: the reasons for a missing photo', () => {
  const cases: [string, (employee: Employee) => boolean, string, [number, string]][] = [
    ['not edited yet', e => e.status === 'uploaded' && !e.photo.edited_at, '', [404, 'not_available']],
    ['not approved', e => e.status === 'edited' && !e.photo.approved, '?size=3', [409, 'not_approved']],
    ['a retake is asked for', e => e.status === 'retake' && !!e.photo.edited_at, '', [409, 'not_approved']],
    ['an unknown size', e => e.photo.approved, '?size=4', [404, 'unknown_size']],
    [
      'a cut-out not finished',
      e => e.photo.approved && !e.photo.transparent_url,
      '?variant=transparent',
      [404, 'not_available'],
    ],
  ]
  test.each(cases)(
    'section 7: a missing photo has its reason: %s',
    async (_, condition, query, [status, code]) => {
      const sandbox = startSandbox()
      // The API does not show whether an edit is finished, so a condition may match people with other answers too.
      const found = (await listAll(sandbox, MIXED_PROJECT.id)).filter(condition)
      const answers = await Promise.all(
        found.map(({ id }) => sandbox.api('GET', `/employees/${id}/photo${query}`)),
      )
      const seen = await Promise.all(answers.map(async answer => [answer.status, (await answer.json()).code]))
      expect(seen).toContainEqual([status, code])
    },
  )
})

test.each([
  ['variant=gif', 'variant'],
  ['size=-1', 'size'],
  ['size=x', 'size'],
  ['size=', 'size'],
])('section 4, GET photo: %s is a 422', async (query, field) => {
  const answer = await startSandbox().api('GET', `/employees/1001/photo?${query}`)
  expect(await toRefusal(answer)).toEqual({ status: 422, fields: [field] })
})

test('section 1: every employee with a photo address can download the photo', async () => {
  const sandbox = startSandbox()
  const { photo } = await findEmployee(sandbox, LARGE_PROJECT.id, () => true)
  const path = (photo.standard_url ?? '').replace('http://service.test/api/v1', '')
  expect((await sandbox.api('GET', path)).status).toBe(200)
  expect((await sandbox.api('GET', path, { key: null })).status).toBe(401)
})

/** Mean difference of two pictures of the same size, 0 to 255. */
async function meanDifference(one: Buffer, two: Buffer): Promise<number> {
  const [first, second] = await Promise.all(
    [one, two].map(image => sharp(image).greyscale().raw().toBuffer()),
  )
  if (!first || first.length !== second?.length) throw new Error('the pictures differ in size')
  return first.reduce((sum, value, index) => sum + Math.abs(value - (second[index] ?? 0)), 0) / first.length
}
