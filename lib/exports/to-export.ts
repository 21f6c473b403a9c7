import 'server-only'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { type Export, resolvedRequestSchema } from './contract.ts'
import { estimateSeconds } from './estimate.ts'
import { getRunningExports } from './running-exports.ts'

/** What browsers are told about an export. */
export function toExport(row: ExportRow): Export {
  const request = resolvedRequestSchema.parse(row.request)
  return {
    id: row.id,
    owner_email: row.owner_email,
    project_id: row.project_id,
    project: row.project,
    request,
    variant: request.variant,
    size: request.size,
    state: row.state,
    pause_reason: row.pause_reason,
    total: row.total,
    done: row.done,
    failed: row.failed,
    bytes: row.bytes,
    eta_seconds: toEta(row),
    problems: row.problems,
    waiting: row.waiting.length,
    error: row.error,
    file_name: row.parts[0]?.file_name ?? `${row.file_stem}.zip`,
    parts: row.parts,
    created_at: row.created_at,
    ended_at: row.ended_at,
  }
}

/** Nobody knows how long a pause takes. */
function toEta({ id, state, total, done, failed }: ExportRow): number | null {
  if (state === 'paused') return null
  if (state !== 'preparing') return 0
  const running = getRunningExports().get(id)
  if (total === null || !running) return null
  return estimateSeconds(total - done - failed, running.client.budget.state())
}
