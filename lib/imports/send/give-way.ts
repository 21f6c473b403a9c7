import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { MISHAPS_MAX } from './mishap.ts'
import { afterFailure, afterPause, seemsDown } from './narrowing.ts'
import type { RunningImport } from './running-imports.ts'

/** Whether the service has failed on this very call often enough. A group of rows in doubt is asked only once. */
export function isFailedCall({ mishaps, call }: RunningImport, thrown: unknown): boolean {
  if (!(thrown instanceof DeskError) || !thrown.answered) return false
  return mishaps >= (call.wasApart && call.rows.length > 1 ? 1 : MISHAPS_MAX)
}

/**
 * The service has failed on these rows, and they were looked up and not found: others go first, so that no row holds up
 * the rest. A single one on which it still fails while it takes others is refused. False when it fails on everything;
 * then the import has to wait.
 */
export async function giveWay(run: RunningImport, thrown: unknown): Promise<boolean> {
  const { rows, wasApart } = run.call
  const [row] = rows
  if (wasApart && rows.length === 1 && row !== undefined && run.narrowing.proven) {
    log('warn', 'import_row_failed', { import: run.id, row })
    const reason = thrown instanceof DeskError ? thrown.sentence : undefined
    const problem = reason ? { code: 'refused' as const, reason } : { code: 'service_failed' as const }
    const problems = [{ field: null, ...problem }]
    await getImportStore().settle(run.id, [{ row, outcome: 'refused', problems }])
  } else await getImportStore().setApart(run.id)
  run.narrowing = afterFailure(run.narrowing, run.call)
  run.mishaps = 0
  if (!seemsDown(run.narrowing)) return true
  run.narrowing = afterPause(run.narrowing)
  run.mishaps = MISHAPS_MAX
  return false
}
