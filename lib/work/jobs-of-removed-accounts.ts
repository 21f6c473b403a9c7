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

/** All kinds of jobs, which outlive the request that began them. */
export const ALL_KINDS: readonly JobKind[] = [EXPORTS, BATCHES, IMPORTS, DELIVERIES]

/**
 * Cancels the jobs of an account that was just removed or disabled, or has lost its role at the identity provider.
 * Never throws: `endWorkOfGone` tries again for removed and disabled accounts. An account without a role is already a
 * viewer here, so a job that only editors may do ends at its next step.
 */
export function endWorkOf(accountId: string): Promise<void> {
  return cancelWork(ownerId => ownerId === accountId)
}

/**
 * Cancels the jobs of all removed or disabled accounts, whatever removed or disabled them. Never throws: the next hour
 * tries again.
 */
export function endWorkOfGone(): Promise<void> {
  return cancelWork(isGone)
}

async function cancelWork(isTheirs: Parameters<typeof cancelJobsOf>[1]): Promise<void> {
  for (const kind of ALL_KINDS)
    await cancelJobsOf(kind, isTheirs).catch(error =>
      log('error', 'jobs_not_cancelled', { kind: kind.name, ...describeError(error) }),
    )
}
