import type { ArchiveContext, ArchiveText, ExportResult } from './archive-contents.ts'
import { writeManifests } from './manifests/write-manifests.ts'
import { writeReport } from './report/report-page.ts'

/** Everything beside the photos in one part: what the target wants, and the report of the whole export. */
export function writeTexts(result: ExportResult, context: ArchiveContext): ArchiveText[] {
  return [...writeManifests(result.included, context), ...writeReport(result, context)]
}
