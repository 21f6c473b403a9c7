import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { clearStore, ended, openArchive, peopleScope, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { restart } from '#tests/support/restart.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const WORDS = { de: 'Unser System', en: 'Our system' }

const form = (width: number, { format = 'jpeg', suffix = `-${width}` } = {}) => ({
  suffix,
  rendering: { width, height: width, format },
})

/** The photos of an archive of two people, before and after the operator changes the files of the target system. */
async function downloadTwice(before: object[], after: object[]) {
  const path = join(createTempFolder(), 'targets.json')
  const define = (renditions: object[]) => {
    const target = { id: 'ours', name: WORDS, how: WORDS, naming: { template: '{mitarbeiternummer}' } }
    writeFileSync(path, JSON.stringify({ targets: [{ ...target, renditions }] }))
  }
  define(before)
  const desk = startDesk({ settings: { EXPORT_TARGETS_FILE: path } })
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, COMPLETED_PROJECT.id)).slice(0, 2)
  const wish = {
    ...peopleScope(people.map(({ id }) => id)),
    target: 'ours',
    size: undefined,
    variant: undefined,
  }
  const done = await ended(viewer, await startExport(viewer, COMPLETED_PROJECT.id, wish))
  const first = (await openArchive(viewer, done)).files
  define(after)
  restart()
  clearStore(desk)
  await viewer.json('POST', `/api/exports/${done.id}/resume`)
  const second = (await openArchive(viewer, await ended(viewer, done))).files
  return { first, second }
}

async function describePhotos(files: Map<string, Buffer>): Promise<string[]> {
  const photos = [...files].filter(([name]) => /\.(?:jpg|webp)$/.test(name))
  return Promise.all(
    photos.map(async ([name, bytes]) => {
      const { format, width } = await sharp(bytes).metadata()
      return `${name}: ${format} ${width}`
    }),
  )
}

test.each([
  ['less of them', [form(96), form(240)], [form(240)]],
  ['more of them', [form(240)], [form(240), form(96)]],
  ['another format', [form(96, { suffix: '' })], [form(96, { suffix: '', format: 'webp' })]],
  ['other pixels', [form(240, { suffix: '' })], [form(96, { suffix: '' })]],
  ['another order', [form(96), form(240)], [form(240), form(96)]],
  ['another ending', [form(96)], [form(96, { suffix: '-small' })]],
  ['the service’s own', [form(96)], []],
])('a download keeps its files when the operator changes the target system: %s', async (_, before, after) => {
  const { first, second } = await downloadTwice(before, after)
  const photos = await describePhotos(second)
  expect(photos).toHaveLength(2 * before.length)
  expect(photos).toEqual(await describePhotos(first))
})
