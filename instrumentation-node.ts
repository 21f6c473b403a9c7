import { startKeepingActivity } from '#lib/activity/keep-activity.ts'
import { startKeepingSchedule } from '#lib/deliveries/manage/keep-schedule.ts'
import { followDeskEvents } from '#lib/employees/follow-desk-events.ts'
import { superviseDownloads } from '#lib/exports/download/supervise-downloads.ts'
import { watchRequests } from '#lib/http/watch-requests.ts'
import { superviseJobs } from '#lib/jobs/resume.ts'
import { log } from '#lib/log.ts'
import { logHeldLines } from '#lib/log-some.ts'
import { serveMetrics } from '#lib/observe/serve-metrics.ts'
import { startKeepingRetentions } from '#lib/personal-data/keep-retentions.ts'
import { listenForPracticeReset } from '#lib/personal-data/practice-reset.ts'
import { logStart } from '#lib/process/log-start.ts'
import { redirectConsole } from '#lib/process/redirect-console.ts'
import { listenForStop } from '#lib/process/stopping.ts'
import { watchProcess } from '#lib/process/watch-process.ts'
import { resealStored } from '#lib/session/connection/stored-seals.ts'
import { installSeveralDesks } from '#lib/several-desks/install.ts'
import { ownDataDir } from '#lib/store/data-dir-lock.ts'
import { closeDatabase } from '#lib/store/database.ts'
import { joinDatabase } from '#lib/store/database-lock.ts'
import { ALL_KINDS } from '#lib/work/jobs-of-removed-accounts.ts'

/** Starts the desk's background work in this order. Runs once, before the first request. */
export async function startDesk(): Promise<void> {
  if (process.env.NODE_ENV === 'production') redirectConsole()
  watchProcess()
  // A second desk on the same folder must not touch the jobs of the first.
  const leaveDataDir = ownDataDir()
  await joinDatabase(endForAnother)
  const severalDesks = installSeveralDesks()
  logStart()
  process.once('exit', () => {
    logHeldLines()
    closeDatabase()
    leaveDataDir()
  })
  listenForStop()
  watchRequests()
  serveMetrics()
  await resealStored()
  followDeskEvents()
  await severalDesks.start()
  await startKeepingActivity()
  await startKeepingRetentions()
  superviseDownloads()
  superviseJobs(ALL_KINDS)
  startKeepingSchedule()
  listenForPracticeReset()
}

/** Ends the process. Its supervisor restarts it, and that start reports why it cannot run. */
function endForAnother(why: string): void {
  log('error', 'database_taken', { why })
  process.exit(1)
}
