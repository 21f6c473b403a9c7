import type { ArchiveContext, ArchiveText, IncludedPhoto } from '#lib/exports/archive-contents.ts'
import { getArchiveTexts } from '#lib/exports/texts/archive-texts.ts'
import { writeActiveDirectoryScript } from './active-directory-script.ts'
import { writeMicrosoft365Script } from './microsoft-365-script.ts'
import { writeReadme } from './write-readme.ts'
import { writeTable } from './write-table.ts'

/** What the target wants beside the photos of one part, and how it is loaded there. Nothing for most targets. */
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
