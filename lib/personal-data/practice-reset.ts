import 'server-only'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '#lib/describe-error.ts'
import { getHeldJobs } from '#lib/jobs/job.ts'
import { log } from '#lib/log.ts'
import { photoFolder } from '#lib/photo-store/photo-store.ts'
import { getEnv } from '#lib/settings/env.ts'
import { dropSingletons } from '#lib/singleton.ts'
import { emptyTables, getSqlite } from '#lib/store/database.ts'

/** Milliseconds for calls in flight to end; a call that hangs is abandoned. */
const JOBS_END_MS = 5_000
const LOOK_MS = 5
/** Tables that a trainee keeps: accounts and sessions, and the log, which is append-only here too. */
const KEPT_TABLES = new Set([
  'accounts',
  'activity',
  'activity_people',
  'activity_retention',
  'desk_connection',
  'one_time_tokens',
  'sessions',
])
/** State of the process itself, as opposed to data from the service. */
const KEPT_SINGLETONS = new Set([
  'activity-keeping',
  'activity-store',
  'archive-streams',
  'data-dir-lock',
  'database',
  'sqlite',
  'download-supervision',
  'export-targets',
  'held-jobs',
  'held-lines',
  'job-supervision',
  'oidc-provider',
  'one-at-a-time',
  'open-responses',
  'outbound',
  'requests',
  'retention-keeping',
  'scrypt-turns',
  'settings',
  'stopping',
])

/**
 * In practice mode, the launcher sends a message when the sandbox restarts, and passes our answer on to it. With a real
 * service there is no such channel.
 */
export function listenForPracticeReset(): void {
  if (!getEnv().practice || !process.send) return
  process.on('message', message => {
    if (message !== 'reset') return
    resetPractice()
      .catch(error => log('error', 'practice_not_reset', { ...describeError(error) }))
      .finally(() => process.send?.('forgotten'))
  })
  // The listener alone must not keep the process alive.
  process.channel?.unref()
}

/**
 * Deletes everything that came from the service: cancels jobs, and resets lists, photos, archives, imports, batches and
 * the budget. Accounts, sessions and the log stay. Only for practice mode.
 */
export async function resetPractice(): Promise<void> {
  await endJobs()
  emptyTables(getSqlite(), KEPT_TABLES)
  dropSingletons(KEPT_SINGLETONS)
  await rm(photoFolder(), { recursive: true, force: true })
}

async function endJobs(): Promise<void> {
  for (const { cancellation } of getHeldJobs().values())
    cancellation.abort(new Error('Practice begins again.'))
  const end = performance.now() + JOBS_END_MS
  while (getHeldJobs().size > 0 && performance.now() < end) await sleep(LOOK_MS)
}
