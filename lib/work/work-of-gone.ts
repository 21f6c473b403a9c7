import 'server-only'
import { BATCHES } from '#lib/batches/batch-job.ts'
import { DELIVERIES } from '#lib/deliveries/run/run-job.ts'
import { describeError } from '#lib/describe-error.ts'
import { EXPORTS } from '#lib/exports/prepare/export-job.ts'
import { IMPORTS } from '#lib/imports/send/import-job.ts'
import type { JobKind } from '#lib/jobs/job.ts'
import { cancelJobsOf } from '#lib/jobs/resume.ts'
import { log } from '#lib/log.ts'
import { isGone } from '#lib/session/accounts/accounts.ts'

/** Everything that outlives the request that began it. */
export const ALL_KINDS: readonly JobKind[] = [EXPORTS, BATCHES, IMPORTS, DELIVERIES]

/**
 * Ends what is under way of somebody whose account has just been removed or disabled, or whom the provider gives no role any more.
 * Never throws: for who is gone or disabled `endWorkOfGone` tries again; who has no role is a viewer here by then, and what only
 * editors may do ends at its next step.
 */
export function endWorkOf(accountId: string): Promise<void> {
  return cancelWork(ownerId => ownerId === accountId)
}

/** The same of all whose account is gone or disabled, however that was done. Never throws: the next hour tries again. */
export function endWorkOfGone(): Promise<void> {
  return cancelWork(isGone)
}

async function cancelWork(isTheirs: Parameters<typeof cancelJobsOf>[1]): Promise<void> {
  for (const kind of ALL_KINDS)
    await cancelJobsOf(kind, isTheirs).catch(error =>
      log('error', 'jobs_not_cancelled', { kind: kind.name, ...describeError(error) }),
    )
}
