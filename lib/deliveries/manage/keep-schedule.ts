import 'server-only'
import { randomUUID } from 'node:crypto'
import { DESK } from '#lib/contracts/activity.ts'
import { scheduleSchema } from '#lib/deliveries/contract.ts'
import { sendDueMails } from '#lib/deliveries/mail/mail-queue.ts'
import { DELIVERIES } from '#lib/deliveries/run/run-job.ts'
import { nextRun } from '#lib/deliveries/schedule.ts'
import { describeError } from '#lib/describe-error.ts'
import { resumeJob, startJob } from '#lib/jobs/engine.ts'
import { findHeldJob } from '#lib/jobs/job.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { isKeyRefusal } from '#lib/portrait-api/key-status.ts'
import { jobClaims } from '#lib/ports/job-claims.ts'
import { isStopping } from '#lib/process/stopping.ts'
import { getBackgroundClient } from '#lib/session/connection/connection.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import type { DeliveryRow, DeliveryRunRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

const LOOK_MS = 30_000

/**
 * Clocks of several desks may differ by half a minute (docs/operations/several-desks.md), and two checks are another
 * half minute apart.
 */
const CLOCKS_APART_MS = 60_000

/**
 * Called once when the desk starts: begins each run that is due, also one that was due while the desk was off or the
 * machine slept.
 */
export function startKeepingSchedule(): void {
  singleton('delivery-schedule', () => {
    const look = () =>
      keepSchedule(new Date()).catch(error =>
        log('error', 'deliveries_not_looked_at', { ...describeError(error) }),
      )
    setInterval(look, LOOK_MS).unref()
    setInterval(() => void sendDueMails(new Date()), LOOK_MS).unref()
    return true
  })
}

/**
 * Begins what is due, once for each delivery however many of its times were missed, and resumes runs that waited for a
 * key. Without a key, due runs stay due.
 */
export async function keepSchedule(now: Date): Promise<void> {
  if (isStopping()) return
  await takeBackWhatLiesTooFarAhead(now)
  const due = await getDeliveryStore().listDue(now.toISOString())
  const unfinished = (await getDeliveryRunStore().listUnfinished()).filter(row => row.ended_at === null)
  if (due.length === 0 && unfinished.length === 0) return
  const client = await getBackgroundClient()
  if (!client) return
  // A run that another desk works on, or holds in a pause, is left to that desk.
  const claims = await jobClaims.get().listOthers()
  for (const row of unfinished)
    if (!claims.get(row.id)?.lasts && waitsForThisKey(row, client)) resumeJob(DELIVERIES, row, client)
  for (const delivery of due) {
    const next = nextAfter(delivery, now)
    if (next === 'unreadable') continue
    const run = toRun(delivery.id, DESK, client)
    const time = { now: now.toISOString(), next: next?.toISOString() ?? null }
    const begun = await getDeliveryStore().begin(run, { due: time })
    if (begun) startJob(DELIVERIES, run, { client, logged: { delivery: delivery.id, by: 'schedule' } })
  }
}

/**
 * Corrects next runs that are too far ahead: after a run while this machine's clock was ahead, the next one would not
 * come before that date. A time that another desk may have begun a moment ago, with a clock slightly ahead, is not
 * begun again.
 */
async function takeBackWhatLiesTooFarAhead(now: Date): Promise<void> {
  const asOthersMaySee = new Date(now.getTime() + CLOCKS_APART_MS)
  for (const delivery of await getDeliveryStore().list()) {
    const { id, is_on, ended_at, next_run_at } = delivery
    if (!is_on || ended_at !== null || next_run_at === null) continue
    const next = nextAfter(delivery, asOthersMaySee)
    if (next === null || next === 'unreadable' || Date.parse(next_run_at) <= next.getTime()) continue
    await getDeliveryStore().takeBack(id, { from: next_run_at, to: next.toISOString() })
  }
}

/**
 * Returns the next run of a delivery. A schedule that cannot be read, for example after a manual change of the
 * database, is logged once and stops no other delivery.
 */
function nextAfter({ id, schedule }: DeliveryRow, now: Date): Date | 'unreadable' | null {
  const unreadable = singleton('unreadable-schedules', () => new Set<string>())
  const parsed = scheduleSchema.safeParse(schedule)
  if (parsed.success) {
    unreadable.delete(id)
    return nextRun(parsed.data, now, getEnv().timeZone)
  }
  if (!unreadable.has(id))
    log('error', 'delivery_schedule_unreadable', { delivery: id, ...describeError(parsed.error) })
  unreadable.add(id)
  return 'unreadable'
}

/** Returns the row of a run that is about to begin. */
export function toRun(
  delivery_id: string,
  owner: { id: string; email: string },
  { keyFingerprint }: Pick<PortraitClient, 'keyFingerprint'>,
  takesAllAway = false,
): DeliveryRunRow {
  return {
    id: randomUUID(),
    delivery_id,
    owner_id: owner.id,
    owner_email: owner.email,
    takes_all_away: takesAllAway,
    asks_own_photos: false,
    key_fingerprint: keyFingerprint,
    state: 'running',
    pause_reason: null,
    cancel_asked_at: null,
    cancelled_by: null,
    error: null,
    trouble: null,
    review: null,
    confirmed_by: null,
    planned_at: null,
    unchanged: 0,
    unreadable: 0,
    created_at: new Date().toISOString(),
    ended_at: null,
    is_unsettled: false,
  }
}

function waitsForThisKey(row: DeliveryRunRow, { keyFingerprint }: PortraitClient): boolean {
  const held = findHeldJob(DELIVERIES, row.id)
  if (!held) return true
  return isKeyRefusal(row.pause_reason) && held.client.keyFingerprint !== keyFingerprint
}
