import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { getActivityStore } from '#lib/store/activity-store.ts'
import { getDatabase } from '#lib/store/database.ts'

const DAY_MS = 24 * 60 * 60_000
/** Beside other desks: what one of them has begun may wait so long for its call. After that its desk is gone. */
const OTHERS_WRITE_MS = 15 * 60_000
const LOOK_MS = 5 * 60_000

/**
 * Called once when the desk starts: tells what the last run could not finish. With a server there may be other desks, whose
 * writes are no business of this one until they are certainly over; from time to time it tells what a desk that died has left.
 */
export function startKeepingActivity(): Promise<void> {
  return singleton('activity-keeping', async () => {
    const isAlone = getDatabase().engine === 'sqlite'
    const recover = () => recoverActivity(Date.now() - (isAlone ? 0 : OTHERS_WRITE_MS)).catch(tellOperator)
    if (!isAlone) setInterval(recover, LOOK_MS).unref()
    await recover()
  })
}

/** A write that was begun before, and never came to its end, becomes an entry with the outcome `unknown`. */
async function recoverActivity(before: number): Promise<void> {
  const recovered = await getActivityStore().recover(new Date(before).toISOString())
  if (recovered > 0) log('warn', 'activity_recovered', { entries: recovered })
}

/** Deletes what is older than `ACTIVITY_DAYS`, for ever. */
export async function sweepActivity(now: number): Promise<void> {
  const swept = await getActivityStore().sweep(new Date(toCutOff(now)).toISOString())
  if (swept > 0) log('info', 'activity_swept', { entries: swept })
}

/** How long after the last sweep this moment is, in ms; null before the first one. With another `ACTIVITY_DAYS` it is only about so long. */
export async function msSinceSweep(now: number): Promise<number | null> {
  const last = await getActivityStore().lastCutOff()
  return last === '' ? null : toCutOff(now) - Date.parse(last)
}

function toCutOff(now: number): number {
  return now - getEnv().activityDays * DAY_MS
}

function tellOperator(error: unknown): void {
  log('error', 'activity_not_kept', { ...describeError(error) })
}
