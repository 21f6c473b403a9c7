import sharp from 'sharp'
import { expect, test } from 'vitest'
import { BUILT_IN_TARGETS } from '#lib/exports/targets/built-in-targets.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, startExport } from '#tests/support/exports.ts'
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
    expect(texts.toSorted()).toEqual(
      [...manifests, ...(manifests.length > 0 ? ['README.txt'] : []), 'report.csv', 'report.html'].toSorted(),
    )
    const report = readCsv((files.get('report.csv') ?? '').toString().replace(/^\ufeff/, ''))
    expect(report.slice(1).map(([, file]) => file)).toEqual(photos.map(([name]) => name))
    const calls = (await desk.service.journal()).filter(({ path }) => path.includes('/photo'))
    expect(calls).toHaveLength(2)
  },
)
