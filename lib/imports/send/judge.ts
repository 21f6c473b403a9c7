import 'server-only'
import { isLostResponse } from '#lib/employees/lost-responses.ts'
import { DeskError } from '#lib/errors.ts'
import type { Verdict } from '#lib/jobs/job.ts'
import { toPauseReason } from '#lib/jobs/pause.ts'
import { log } from '#lib/log.ts'
import type { PauseReason } from '#lib/store/enums.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { afterFailure, afterPause, seemsDown } from './bisect.ts'
import type { RunningImport } from './running-import.ts'

/** Number of consecutive failed calls after which the import pauses until the service recovers. */
const MISHAPS_MAX = 3
const MISHAP_WAIT_MS = 250

/** Errors that may pass within a moment. The rows are safe: they are looked up before they are sent again. */
const PASSING = new Set(['conflict', 'busy', 'list_unsteady', 'outcome_unknown', 'cancelled'])

/** Decides what a failed call means for the whole list. */
export async function judge(run: RunningImport, thrown: unknown): Promise<Verdict> {
  const reason = findPauseReason(thrown)
  if (reason) return pause(run, reason)
  if (!isPassing(thrown)) return 'failed'
  // A cancelled call does not count as a failure.
  if (thrown instanceof DeskError && thrown.code === 'cancelled') return { againMs: 0 }
  run.mishaps += 1
  if (isFailedCall(run, thrown) && (await giveWay(run, thrown))) return { againMs: 0 }
  if (run.mishaps >= MISHAPS_MAX) return pause(run, 'service_unreachable')
  // Full jitter: a random time up to a ceiling that doubles with each failure.
  return { againMs: Math.random() * MISHAP_WAIT_MS * 2 ** run.mishaps }
}

function pause(run: RunningImport, reason: PauseReason): Verdict {
  run.mishaps = 0
  return { pause: reason }
}

/** Returns why the whole import must wait, also when the look-up after a lost call says so. */
function findPauseReason(thrown: unknown): PauseReason | null {
  const reason = toPauseReason(thrown)
  if (reason || !(thrown instanceof DeskError) || thrown.cause === undefined) return reason
  return findPauseReason(thrown.cause)
}

function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof DeskError)) return false
  return thrown.neverSent || PASSING.has(thrown.code) || isLostResponse(thrown)
}

/** True when the service has failed on this very call often enough. A group of rows set apart is tried only once. */
function isFailedCall({ mishaps, call }: RunningImport, thrown: unknown): boolean {
  if (!(thrown instanceof DeskError) || !thrown.answered) return false
  return mishaps >= (call.wasApart && call.rows.length > 1 ? 1 : MISHAPS_MAX)
}

/**
 * Sets rows apart on which the service failed, after a look-up has not found them: other rows go first, so that none
 * blocks the rest. A single row that still fails while the service accepts others is refused. Returns false when
 * everything fails; the import then has to wait.
 */
async function giveWay(run: RunningImport, thrown: unknown): Promise<boolean> {
  const { id } = run.row
  const { rows, wasApart } = run.call
  const [row] = rows
  if (wasApart && rows.length === 1 && row !== undefined && run.bisection.proven) {
    log('warn', 'import_row_failed', { import: id, row })
    const reason = thrown instanceof DeskError ? thrown.sentence : undefined
    const problem = reason ? { code: 'refused' as const, reason } : { code: 'service_failed' as const }
    const problems = [{ field: null, ...problem }]
    await getImportStore().settle(id, [{ row, outcome: 'refused', problems }])
  } else await getImportStore().setApart(id)
  run.bisection = afterFailure(run.bisection, run.call)
  run.mishaps = 0
  if (!seemsDown(run.bisection)) return true
  run.bisection = afterPause(run.bisection)
  run.mishaps = MISHAPS_MAX
  return false
}
