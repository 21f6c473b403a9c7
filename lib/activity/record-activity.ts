import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type ActivityEntry, type Actor, activityEntrySchema } from '#lib/contracts/activity.ts'
import { describeError } from '#lib/describe-error.ts'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { requireRoomToTell } from '#lib/process/disk-room.ts'
import { getEnv } from '#lib/settings/env.ts'
import { type ActivityStore, addEntry, getActivityStore } from '#lib/store/activity-store.ts'
import type { Statements } from '#lib/store/engine.ts'

const EMAIL_MAX = 255
/** Milliseconds within which a database server is back after a restart or a failover. */
const AWAY_MAX_MS = 20_000
const AGAIN_MS = 250
const emailSchema = z.email().max(EMAIL_MAX)

/**
 * Writes one entry of the log. Call it before the response is sent, and let it throw (`activity_unwritable`): an action
 * that cannot be logged must not happen.
 */
export async function recordActivity(entry: ActivityEntry): Promise<void> {
  await orRefuse('activity_unwritable', store => store.append(toEntry(entry)))
}

/** Downloads whose entry names every person in them. */
const DOWNLOADS = ['list_downloaded', 'export_downloaded']
const HOUR_MS = 60 * 60_000

/**
 * Records a download, with every person in it. Allows a limited number per hour, and none when the disk is almost full.
 * Throws `too_many_downloads` and `disk_full`.
 */
export async function recordDownload(entry: ActivityEntry): Promise<void> {
  await requireRoomToTell()
  const max = getEnv().quotas.downloadsHourly
  const now = Date.now()
  const [since, until] = [new Date(now - HOUR_MS).toISOString(), new Date(now).toISOString()]
  const oldest = await orRefuse('activity_unwritable', store =>
    store.appendWithin(toEntry(entry), { actions: DOWNLOADS, since, now: until, most: max }),
  )
  if (oldest === null) return
  const retryAfterSeconds = Math.ceil((Date.parse(oldest) + HOUR_MS - now) / 1000)
  throw new DeskError('too_many_downloads', { values: { max }, retryAfterSeconds })
}

/** Writes an entry as part of a transaction: neither the entry nor its change can exist without the other. */
export async function recordWithin(within: Statements, entry: ActivityEntry): Promise<void> {
  await addEntry(within, toEntry(entry))
}

type RecordedWrite<Result> = {
  run: () => Promise<Result>
  /** Returns the final entry, once the result is known. */
  toDone: (result: Result) => ActivityEntry
  /** True when the service may have made the change although `run` ended in this error. */
  mayHaveHappened: (error: unknown) => boolean
}

/**
 * Runs a write at the service and logs it, so that neither can exist without the other. The intent is stored first,
 * because a change at the service cannot be undone if the log turns out to be full. It becomes exactly one entry:
 * `done`, or `unknown` when the outcome is lost, also by a stop of the desk. If the service refused, it becomes none.
 * Throws `activity_unwritable` when nothing was done, `not_recorded` when it was. See
 * docs/decisions/010-activity-log.md.
 */
export async function recordWrite<Result>(
  intended: ActivityEntry,
  { run, toDone, mayHaveHappened }: RecordedWrite<Result>,
): Promise<Result> {
  const intent = await orRefuse('activity_unwritable', store => store.intend(toEntry(intended)))
  let result: Result
  try {
    result = await run()
  } catch (error) {
    // An intent that cannot be settled now becomes an `unknown` entry at the next start: one too many, never one too
    // few.
    const settled = mayHaveHappened(error)
      ? getActivityStore().giveUp(intent)
      : getActivityStore().drop(intent)
    await settled.catch(logUnrecorded)
    throw error
  }
  const entry = toEntry(toDone(result))
  await orRefuse('not_recorded', store =>
    whenThere(isRepeated => store.settle(intent, entry, { isRepeated })),
  )
  return result
}

/**
 * Logs a change that has already happened, and retries while the database server restarts. Otherwise the user would see
 * an error although the change was made.
 */
async function whenThere(write: (isRepeated: boolean) => Promise<void>): Promise<void> {
  const end = performance.now() + AWAY_MAX_MS
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await write(isRepeated)
    } catch (error) {
      const isAway = error instanceof DeskError && error.code === 'database_unavailable'
      if (!isAway || performance.now() > end) throw error
    }
    await wait(AGAIN_MS)
  }
}

async function orRefuse<Value>(
  code: ErrorCode,
  write: (store: ActivityStore) => Promise<Value>,
): Promise<Value> {
  try {
    return await write(getActivityStore())
  } catch (cause) {
    logUnrecorded(cause)
    // Nothing was done, and the whole database is away, not only the log: callers that wait for the database can
    // continue.
    const isAway = cause instanceof DeskError && cause.code === 'database_unavailable'
    throw isAway && code === 'activity_unwritable' ? cause : new DeskError(code, { cause })
  }
}

function logUnrecorded(cause: unknown): void {
  log('error', 'activity_unwritable', { ...describeError(cause) })
}

/** Parses the entry, so that the log contains only what its contract allows. */
function toEntry(entry: ActivityEntry): ActivityEntry {
  const parsed = activityEntrySchema.parse(entry)
  return { ...parsed, actor: toActor(parsed.actor) }
}

/** Users may type their password into the e-mail field. For unknown accounts, only a valid e-mail address is stored. */
function toActor({ id, email }: Actor): Actor {
  return id !== null || emailSchema.safeParse(email).success ? { id, email } : { id, email: '' }
}

/**
 * Runs a change of the desk's own data and logs it, so that neither can exist without the other. `run` refuses by
 * throwing a DeskError, for example when another user was faster: then nothing has happened, and nothing is logged. If
 * the database became unavailable meanwhile, the change may have happened. Throws the same errors as `recordWrite`.
 */
export function recordChange<Result>(
  entry: ActivityEntry,
  run: () => Promise<Result>,
  toDone: (result: Result) => ActivityEntry = () => entry,
): Promise<Result> {
  return recordWrite(entry, {
    run,
    toDone,
    mayHaveHappened: error => !(error instanceof DeskError) || error.code === 'database_unavailable',
  })
}
