import sharp from 'sharp'
import { expect, test } from 'vitest'
import { BUILT_IN_TARGETS } from '#lib/exports/targets/built-in-targets.ts'
import { getSqlite } from '#lib/store/database.ts'
import { COMPLETED_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readActivity } from '#tests/support/activity.ts'
import { readCsv } from '#tests/support/csv.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, peopleScope, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'

const RENDERED = BUILT_IN_TARGETS.filter(({ renditions }) => renditions.length > 0)

test.each(RENDERED.map(target => [target.id, target] as const))(
  'an archive for %s holds what that system wants, from one call a photo',
  async (id, target) => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const employee_ids = (await listPeople(desk.service, COMPLETED_PROJECT.id))
      .slice(0, 2)
      .map(({ id }) => id)
    const wish = {
      scope: { kind: 'people', employee_ids },
      target: id,
      variant: undefined,
      size: undefined,
    } as const
    const done = await ended(viewer, await startExport(viewer, COMPLETED_PROJECT.id, wish))
    expect(done).toMatchObject({ state: 'ready', done: 2, failed: 0 })
    const { files } = await openArchive(viewer, done)
    const photos = [...files].filter(([name]) => /\.(?:jpg|webp)$/.test(name))
    expect(photos).toHaveLength(2 * target.renditions.length)
    for (const [index, [, bytes]] of photos.entries()) {
      const wanted = target.renditions[index % target.renditions.length]?.rendering
      const { format, width, height, exif } = await sharp(bytes).metadata()
      expect({ format, width, height, exif }).toEqual({
        format: wanted?.format,
        width: wanted?.width,
        height: wanted?.height,
        exif: undefined,
      })
      expect(bytes.length).toBeLessThanOrEqual(wanted?.max_bytes ?? Number.POSITIVE_INFINITY)
    }
    const manifests = target.manifests.map(manifest =>
      manifest.kind === 'table' ? manifest.file : `set-${manifest.script}-photos.ps1`,
    )
    const texts = [...files.keys()].filter(name => !photos.some(([photo]) => photo === name))
    const beside = [...manifests, ...(manifests.length > 0 ? ['README.txt'] : [])]
    const reports = target.published ? (await openArchive(viewer, done, 2)).files : files
    expect(texts.toSorted()).toEqual(
      (target.published ? beside : [...beside, 'report.csv', 'report.html']).toSorted(),
    )
    const report = readCsv((reports.get('report.csv') ?? '').toString().replace(/^\ufeff/, ''))
    expect(report.slice(1).map(([, file]) => file)).toEqual(photos.map(([name]) => name))
    const calls = (await desk.service.journal()).filter(({ path }) => path.includes('/photo'))
    expect(calls).toHaveLength(2)
  },
)

test('an archive to publish has no report; the report is an archive of its own for HR alone', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const everybody = await listPeople(desk.service, MIXED_PROJECT.id)
  // Two pictures are made of each full photo, which takes half a second.
  const people = [true, false].flatMap(isReady =>
    everybody.filter(({ photo }) => photo.approved === isReady).slice(0, 2),
  )
  const employee_ids = people.map(({ id }) => id)
  const scope = { kind: 'people', employee_ids } as const
  const wish = { scope, target: 'website-webp', locale: 'de', variant: undefined, size: undefined } as const
  const done = await ended(viewer, await startExport(viewer, MIXED_PROJECT.id, wish))
  expect(done.parts.map(({ file_name, report }) => [file_name, report])).toEqual([
    [expect.stringMatching(/^portraits-.*-website-webp-\d{4}-\d\d-\d\d\.zip$/), false],
    [expect.stringMatching(/^portraits-.*-website-webp-.*_Bericht-NUR-INTERN\.zip$/), true],
  ])
  const { files: photos } = await openArchive(viewer, done)
  expect([...photos.keys()].filter(name => !name.endsWith('.webp'))).toEqual([])
  expect([done.done, photos.size]).toEqual([2, 2 * 2])

  const { answer, files } = await openArchive(viewer, done, 2)
  expect([...files.keys()]).toEqual(['report.html', 'report.csv'])
  expect(answer.headers.get('content-disposition')).toContain('NUR-INTERN')
  const waiting = people.filter(({ photo }) => !photo.approved)
  expect(waiting.length).toBeGreaterThan(0)
  for (const { last_name } of waiting) expect(String(files.get('report.csv'))).toContain(last_name)
  expect((await openArchive(viewer, done, 1)).bytes.length).toBe(done.parts[0]?.bytes)
  expect((await viewer.call('GET', `/api/exports/${done.id}/archive?part=3`)).status).toBe(404)

  const admin = await desk.signIn('admin')
  const [told] = await readActivity(admin, 'action=list_downloaded')
  expect(told).toMatchObject({
    details: { count: people.length, target: 'website-webp' },
    project: MIXED_PROJECT.id,
  })
})

test('an archive that was made with its report beside the photos is made again without it', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const [person] = await listPeople(desk.service, COMPLETED_PROJECT.id)
  const wish = {
    ...peopleScope([person?.id ?? 0]),
    target: 'website-webp',
    variant: undefined,
    size: undefined,
  }
  const done = await ended(viewer, await startExport(viewer, COMPLETED_PROJECT.id, wish))
  const database = getSqlite()
  database.prepare('UPDATE export_texts SET part = 1 WHERE export_id = ?').run(done.id)
  database
    .prepare('UPDATE exports SET parts = ? WHERE id = ?')
    .run(JSON.stringify(done.parts.slice(0, 1).map(({ report: _, ...part }) => part)), done.id)
  const { files } = await openArchive(viewer, done)
  expect([...files.keys()].filter(name => !name.endsWith('.webp'))).toEqual([])
  expect((await openArchive(viewer, done, 2)).files.has('report.csv')).toBe(true)
})
