import type { ArchiveContext, ArchiveText, IncludedPhoto } from '#lib/exports/archive-contents.ts'
import { getArchiveTexts } from '#lib/exports/texts/archive-texts.ts'
import { LOCALE_TAGS } from '#lib/locales.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { writeActiveDirectoryScript } from './active-directory-script.ts'
import { writeMicrosoft365Script } from './microsoft-365-script.ts'
import { writeTable } from './write-table.ts'

/**
 * Writes the files that the target needs besides the photos of one part, and a readme on loading them. Most targets
 * need none.
 */
export function writeManifests(included: IncludedPhoto[], context: ArchiveContext): ArchiveText[] {
  const { target, part, locale } = context
  if (target.manifests.length === 0) return []
  const here = included.filter(photo => photo.part === part.number)
  const texts = getArchiveTexts(locale)
  const manifests = target.manifests.map(manifest => {
    if (manifest.kind === 'table') return writeTable(manifest, here, context)
    const write = manifest.script === 'microsoft-365' ? writeMicrosoft365Script : writeActiveDirectoryScript
    return write(here, texts)
  })
  return [...manifests, writeReadme(here.length, context)]
}

/** Explains to the person who unpacks the archive which system it is for and how to load it. */
function writeReadme(
  people: number,
  { target, project, locale, createdAt, timeZone, part }: ArchiveContext,
): ArchiveText {
  const texts = getArchiveTexts(locale)
  const title = texts('readme.title', { target: target.name[locale] })
  const date = new Intl.DateTimeFormat(LOCALE_TAGS[locale], { timeZone, dateStyle: 'long' }).format(createdAt)
  const lines = [
    title,
    '='.repeat(title.length),
    texts('readme.facts', { project: toVisible(project.name), date, count: people }),
    '',
    ...(target.instructions ?? target.how)[locale].split('\n'),
    ...(part.of > 1 ? ['', texts('readme.part', part)] : []),
    ...(target.published ? [] : ['', texts('readme.report')]),
  ]
  return { name: texts('readme.file'), bytes: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`) }
}
