import type { ArchiveContext, ArchiveText } from '#lib/exports/archive-contents.ts'
import { getArchiveTexts } from '#lib/exports/texts/archive-texts.ts'
import { toVisible } from '#lib/text/invisible.ts'

/** For whoever unpacks the archive: for what it is, and how it gets there. */
export function writeReadme(
  people: number,
  { target, project, locale, createdAt, timeZone, part }: ArchiveContext,
): ArchiveText {
  const texts = getArchiveTexts(locale)
  const title = texts('readme.title', { target: target.name[locale] })
  const date = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' }).format(createdAt)
  const lines = [
    title,
    '='.repeat(title.length),
    texts('readme.facts', { project: toVisible(project.name), date, count: people }),
    '',
    target.how[locale],
    ...(part.of > 1 ? ['', texts('readme.part', part)] : []),
    '',
    texts('readme.report'),
  ]
  return { name: texts('readme.file'), bytes: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`) }
}
