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
/** A server that is started anew, or hands over to another one, is back by then. */
const AWAY_MAX_MS = 20_000
const AGAIN_MS = 250
const emailSchema = z.email().max(EMAIL_MAX)

/**
 * Writes one entry of the log. Call it before the answer goes out and let it throw: what cannot be written down does
 * not happen (`activity_unwritable`).
 */
export async function recordActivity(entry: ActivityEntry): Promise<void> {
  await orRefuse('activity_unwritable', store => store.append(toEntry(entry)))
}

/** What is taken away, and names everybody in it. */
const DOWNLOADS = ['list_downloaded', 'export_downloaded']
const HOUR_MS = 60 * 60_000

/**
 * The same of a download, of which the log keeps everybody whom it names: so many an hour, and none on the last of the disk. Throws
 * `too_many_downloads` and `disk_full`.
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

/** The same as a part of a transaction: neither the entry nor what it tells of can be without the other. */
export async function recordWithin(within: Statements, entry: ActivityEntry): Promise<void> {
  await addEntry(within, toEntry(entry))
}

type RecordedWrite<Result> = {
  run: () => Promise<Result>
  /** The entry when it is known what happened. */
  toDone: (result: Result) => ActivityEntry
  /** Whether the service may have done it although `run` ended in this error. */
  mayHaveHappened: (error: unknown) => boolean
}

/**
 * A write at the service and its entry, so that neither can be without the other. The intent is stored first, for what
 * the service has done cannot be taken back when the log turns out to be full afterwards. It becomes exactly one entry:
 * `done`; `unknown` when the outcome got lost, be it that the desk was stopped in between; or none when the
 * service refused. Throws `activity_unwritable` when nothing was done, `not_recorded` when it was.
 * See docs/decisions/010-activity-log.md.
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
    // An intent that cannot be settled now becomes an `unknown` entry at the next start: too much, never too little.
    const settled = mayHaveHappened(error)
      ? getActivityStore().giveUp(intent)
      : getActivityStore().drop(intent)
    await settled.catch(tellOperator)
    throw error
  }
  const entry = toEntry(toDone(result))
  await orRefuse('not_recorded', store =>
    whenThere(isRepeated => store.settle(intent, entry, { isRepeated })),
  )
  return result
}

/**
 * Writes down what has happened already, also while the database's server is just being started anew: whoever waits for the
 * answer would otherwise be told of a change that it failed, though it is done.
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
    tellOperator(cause)
    // Nothing was done, and it is not the log alone: whoever waits for the database may go on.
    const isAway = cause instanceof DeskError && cause.code === 'database_unavailable'
    throw isAway && code === 'activity_unwritable' ? cause : new DeskError(code, { cause })
  }
}

function tellOperator(cause: unknown): void {
  log('error', 'activity_unwritable', { ...describeError(cause) })
}

/** Parsed, so that nothing gets into the log that its contract does not name. */
function toEntry(entry: ActivityEntry): ActivityEntry {
  const parsed = activityEntrySchema.parse(entry)
  return { ...parsed, actor: toActor(parsed.actor) }
}

/** People type their password where the e-mail belongs: of somebody unknown, only what is an e-mail address is kept. */
function toActor({ id, email }: Actor): Actor {
  return id !== null || emailSchema.safeParse(email).success ? { id, email } : { id, email: '' }
}

/**
 * A change of what the desk itself keeps, and its entry, so that neither can be without the other. `run` refuses by
 * throwing a DeskError, as when somebody else was faster: then nothing has happened, and nothing is told. One whose
 * database went away meanwhile may have happened. Throws what `recordWrite` throws.
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
