import type { ArchiveContext, ArchiveText, ExportResult } from '#lib/exports/archive-contents.ts'
import { writeReportCsv } from './report-csv.ts'
import { writeReportPage } from './report-page.ts'

/**
 * The archive's own account of the whole export: who is in it, who is missing and why, who is not ready yet. One to
 * read, one for programs; each part of an export carries both.
 */
export function writeReport(result: ExportResult, context: ArchiveContext): ArchiveText[] {
  return [
    { name: 'report.html', bytes: Buffer.from(writeReportPage(result, context).text) },
    { name: 'report.csv', bytes: writeReportCsv(result, context) },
  ]
}
