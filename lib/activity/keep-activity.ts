import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { getActivityStore } from '#lib/store/activity-store.ts'
import { getDatabase } from '#lib/store/database.ts'

const DAY_MS = 24 * 60 * 60_000
/**
 * Maximum duration (ms) of a write when there are several desks. An older open write belongs to a desk that crashed.
 */
const OTHERS_WRITE_MS = 15 * 60_000
const LOOK_MS = 5 * 60_000

/**
 * Called once when the desk starts: logs writes that the last run could not finish. With a database server, there may
 * be other desks, so writes are left alone until they are certainly over. This desk then checks regularly for writes of
 * crashed desks.
 */
export function startKeepingActivity(): Promise<void> {
  return singleton('activity-keeping', async () => {
    const isAlone = getDatabase().engine === 'sqlite'
    const recover = () => recoverActivity(Date.now() - (isAlone ? 0 : OTHERS_WRITE_MS)).catch(logUnrecorded)
    if (!isAlone) setInterval(recover, LOOK_MS).unref()
    await recover()
  })
}

/** Turns unfinished writes from before this time into entries with the outcome `unknown`. */
async function recoverActivity(before: number): Promise<void> {
  const recovered = await getActivityStore().recover(new Date(before).toISOString())
  if (recovered > 0) log('warn', 'activity_recovered', { entries: recovered })
}

/** Deletes entries older than `ACTIVITY_DAYS`, permanently. */
export async function sweepActivity(now: number): Promise<void> {
  const swept = await getActivityStore().sweep(new Date(toCutOff(now)).toISOString())
  if (swept > 0) log('info', 'activity_swept', { entries: swept })
}

/**
 * Milliseconds between the last sweep and this time; null before the first sweep. Approximate after a change of
 * `ACTIVITY_DAYS`.
 */
export async function msSinceSweep(now: number): Promise<number | null> {
  const last = await getActivityStore().lastCutOff()
  return last === '' ? null : toCutOff(now) - Date.parse(last)
}

function toCutOff(now: number): number {
  return now - getEnv().activityDays * DAY_MS
}

function logUnrecorded(error: unknown): void {
  log('error', 'activity_not_kept', { ...describeError(error) })
}
