import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { getActivityStore } from '#lib/store/activity-store.ts'

const DAY_MS = 24 * 60 * 60_000

/** Called once when the desk starts: tells what the last run could not finish. */
export function startKeepingActivity(): Promise<void> {
  return singleton('activity-keeping', async () => {
    await recoverActivity().catch(tellOperator)
  })
}

/** A write that was begun before the desk was stopped becomes an entry with the outcome `unknown`. */
async function recoverActivity(): Promise<void> {
  const recovered = await getActivityStore().recover(new Date().toISOString())
  if (recovered > 0) log('warn', 'activity_recovered', { entries: recovered })
}

/** Deletes what is older than `ACTIVITY_DAYS`, for ever. */
export async function sweepActivity(now: number): Promise<void> {
  const cutOff = new Date(now - getEnv().activityDays * DAY_MS).toISOString()
  const swept = await getActivityStore().sweep(cutOff)
  if (swept > 0) log('info', 'activity_swept', { entries: swept })
}

function tellOperator(error: unknown): void {
  log('error', 'activity_not_kept', { ...describeError(error) })
}
