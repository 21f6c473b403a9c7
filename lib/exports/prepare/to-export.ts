import 'server-only'
import { type Export, resolvedRequestSchema } from '#lib/exports/contract.ts'
import { mayDownload, type Viewer } from '#lib/exports/history/exports.ts'
import { countGone } from '#lib/exports/problems.ts'
import { estimateJob, listBeside } from '#lib/jobs/estimate.ts'
import { toShownState } from '#lib/jobs/pause.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { EXPORTS } from './export-job.ts'

/** Converts an export for the viewer's browser. */
export function toExport(row: ExportRow, viewer: Viewer): Export {
  const { total, done, failed } = row
  const request = resolvedRequestSchema.parse(row.request)
  return {
    id: row.id,
    owner_email: row.owner_email,
    project_id: row.project_id,
    project: row.project,
    request,
    variant: request.variant,
    size: request.size,
    image_size: row.size,
    ...toShownState(EXPORTS, row),
    total,
    done,
    failed,
    gone: countGone(row),
    bytes: row.bytes,
    eta_seconds: estimateJob(EXPORTS, row, total === null ? null : total - done - failed),
    beside: listBeside(EXPORTS, row).length,
    may_download: mayDownload(row, viewer),
    problems: row.problems,
    waiting: row.waiting.length,
    error: row.error,
    file_name: row.parts[0]?.file_name ?? `${row.file_stem}.zip`,
    parts: row.parts.map(({ file_name, photos, bytes, report }) => ({ file_name, photos, bytes, report })),
    created_at: row.created_at,
    ended_at: row.ended_at,
    downloaded_at: row.downloaded_at,
    renewed_at: row.renewed_at,
  }
}
