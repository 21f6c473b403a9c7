import 'server-only'
import { estimateSeconds } from '#lib/jobs/estimate.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { type Export, resolvedRequestSchema } from './contract.ts'
import { mayDownload, type Viewer } from './exports.ts'
import { getRunningExports, type RunningExport } from './running-exports.ts'

/** What this person's browser is told about an export. */
export function toExport(row: ExportRow, viewer: Viewer): Export {
  const beside = listBeside(row)
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
    state: row.state,
    pause_reason: row.pause_reason,
    total: row.total,
    done: row.done,
    failed: row.failed,
    bytes: row.bytes,
    eta_seconds: toEta(row, beside),
    beside: beside.length,
    may_download: mayDownload(row, viewer),
    problems: row.problems,
    waiting: row.waiting.length,
    error: row.error,
    file_name: row.parts[0]?.file_name ?? `${row.file_stem}.zip`,
    parts: row.parts,
    created_at: row.created_at,
    ended_at: row.ended_at,
  }
}

/** Others that fetch photos with the same key at this moment: photo by photo they take turns with this one. */
function listBeside({ id, state }: ExportRow): RunningExport[] {
  const running = getRunningExports().get(id)
  if (!running || state !== 'preparing') return []
  const { keyFingerprint } = running.client
  return [...getRunningExports().values()].filter(
    other => other !== running && other.left > 0 && other.client.keyFingerprint === keyFingerprint,
  )
}

/** Nobody knows how long a pause takes. Who takes turns is held up by as many photos of the others as of its own. */
function toEta({ id, state, total, done, failed }: ExportRow, beside: RunningExport[]): number | null {
  if (state === 'paused') return null
  if (state !== 'preparing') return 0
  const running = getRunningExports().get(id)
  if (total === null || !running) return null
  const own = total - done - failed
  const theirs = beside.reduce((sum, { left }) => sum + Math.min(left, own), 0)
  return estimateSeconds(own + theirs, running.client.budget.state())
}
