import { describe, expect, test } from 'vitest'
import { DEFAULT_TARGET } from '#lib/exports/contract.ts'
import { BUILT_IN_TARGETS } from '#lib/exports/targets/built-in-targets.ts'
import { targetOf } from '#tests/support/export-plan.ts'

test('the default target is first, and every id is unique', () => {
  const ids = BUILT_IN_TARGETS.map(({ id }) => id)
  expect(ids[0]).toBe(DEFAULT_TARGET)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(BUILT_IN_TARGETS.map(target => [target.id, target] as const))(
  'the target %s explains in two sentences, in both languages, how the archive gets there',
  (_, { how, name }) => {
    for (const text of [how.de, how.en]) {
      const sentences = text.replaceAll(/\S+\.(?:csv|txt|ps1)/g, 'file').match(/[.!?](?:\s|$)/g)
      expect(sentences, text).toHaveLength(2)
    }
    expect(how.de).not.toBe(how.en)
    expect(name.de && name.en).toBeTruthy()
  },
)

test.each(BUILT_IN_TARGETS.map(target => [target.id, target] as const))(
  'the target %s names every own file that its instructions mention',
  (_, { how, instructions = how, manifests }) => {
    const files = manifests.map(manifest =>
      manifest.kind === 'table' ? manifest.file : `set-${manifest.script}-photos.ps1`,
    )
    for (const text of [instructions.de, instructions.en]) {
      const named = [...text.matchAll(/[\w-]+\.(?:csv|txt|ps1)/g)].map(([file]) => file)
      expect([...new Set(named)].sort()).toEqual(files.sort())
    }
  },
)

describe('known demands of receiving systems', () => {
  const formOf = (id: string) => targetOf(id).renditions.map(({ rendering }) => rendering)

  test('Microsoft 365 gets a second photo of at most 100 kB for accounts without a mailbox', () => {
    expect(formOf('microsoft-365')[1]?.max_bytes).toBeLessThanOrEqual(100_000)
  })

  test.each([
    ['microsoft-365', { width: 648, height: 648, format: 'jpeg' }, 4_000_000],
    ['active-directory', { width: 96, height: 96, format: 'jpeg' }, 102_400],
    ['google-workspace', { width: 500, height: 500, format: 'jpeg' }, 100_000],
    ['sap-successfactors', { width: 180, height: 240, format: 'jpeg' }, 2_000_000],
    ['powerschool', { width: 200, height: 300, format: 'jpeg' }, null],
  ])('the target %s has the form %o', (id, form, mostBytes) => {
    expect(formOf(id)[0]).toMatchObject(form)
    if (mostBytes !== null) expect(formOf(id)[0]?.max_bytes).toBeLessThanOrEqual(mostBytes)
  })

  test('BambooHR gets squares of at least 150 pixels', () => {
    const [form] = formOf('bamboohr')
    expect(form?.width).toBe(form?.height)
    expect(form?.width).toBeGreaterThanOrEqual(150)
  })

  test('Lucca gets at most 150 files and 60 MB in a ZIP, including the report', () => {
    expect(targetOf('lucca').limits).toEqual({ photos: 148, bytes: 60_000_000 })
  })

  test('a website gets two widths, as WebP or JPEG', () => {
    for (const format of ['webp', 'jpeg']) {
      const { renditions } = targetOf(`website-${format}`)
      expect(renditions.map(({ rendering }) => [rendering.format, rendering.width])).toEqual([
        [format, 480],
        [format, 960],
      ])
    }
  })

  test.each(['sap-successfactors', 'hibob', 'bamboohr', 'lucca', 'moodle', 'powerschool'])(
    'the target %s has no folders',
    id => {
      expect(targetOf(id).flat).toBe(true)
    },
  )
})
