import 'server-only'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as immediately } from 'node:timers/promises'
import { msSinceSweep, sweepActivity } from '#lib/activity/keep-activity.ts'
import { sweepBatches } from '#lib/batches/batches.ts'
import { sweepDeliveries } from '#lib/deliveries/manage/deliveries.ts'
import { describeError } from '#lib/describe-error.ts'
import { tidyExports } from '#lib/exports/history/exports.ts'
import { sweepImports } from '#lib/imports/imports.ts'
import { log } from '#lib/log.ts'
import { sweep } from '#lib/photo-store/photo-eviction.ts'
import { forgetPhotos, photoFolder } from '#lib/photo-store/photo-store.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { getDatabase, getSqlite } from '#lib/store/database.ts'
import { isRestoreFolder } from '#lib/store/database-file.ts'
import { endWorkOfGone } from '#lib/work/work-of-gone.ts'
import { describe } from './find-people.ts'
import type { Person } from './person.ts'
import { list, PLACES } from './places.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** When nothing was let go for longer, either no desk was running, or the clock is wrong: that cannot be told apart here. */
const LEAP_MS = 7 * DAY_MS
/** A clock that has leapt is believed after so much running time, in which people have noticed a wrong one. */
const DOUBT_MS = 6 * HOUR_MS

/** What each retention does when its time has come; one that fails stops no other. */
const SWEEPS: Record<string, (now: number) => Promise<unknown>> = {
  work: endWorkOfGone,
  activity: sweepActivity,
  imports: sweepImports,
  batches: sweepBatches,
  deliveries: sweepDeliveries,
  exports: tidyExports,
  photos: () => sweep(photoFolder(), getEnv()),
  gone_people: sweepGone,
  backups: async now => sweepCopies(new Date(now - Math.max(getEnv().goneDays, 1) * DAY_MS)),
}

/** Called once when the desk starts, before what an earlier one left is taken up: lets go what is too old, then each hour. */
export function startKeepingRetentions(): Promise<void> {
  return singleton('retention-keeping', async () => {
    setInterval(() => void keepInTime(), HOUR_MS).unref()
    await keepInTime()
  })
}

async function keepInTime(): Promise<void> {
  const now = Date.now()
  try {
    if (await isBelieved(now)) await keepRetentions(now)
  } catch (error) {
    log('error', 'retention_not_kept', { place: 'activity', ...describeError(error) })
  }
}

/** What a wrong clock lets go is gone for ever, so a leap is not followed at once. */
async function isBelieved(now: number): Promise<boolean> {
  const doubt = singleton('clock-doubt', () => ({ since: null as number | null }))
  const sinceMs = await msSinceSweep(now)
  if (sinceMs === null || sinceMs <= LEAP_MS) {
    doubt.since = null
    return true
  }
  if (doubt.since === null) {
    doubt.since = performance.now()
    log('warn', 'retention_waits', { days: Math.round(sinceMs / DAY_MS), hours: DOUBT_MS / HOUR_MS })
  }
  return performance.now() - doubt.since >= DOUBT_MS
}

/** Lets go everything whose time has come. Never throws. */
export async function keepRetentions(now: number): Promise<void> {
  for (const [place, run] of Object.entries(SWEEPS))
    await run(now).catch(error => log('error', 'retention_not_kept', { place, ...describeError(error) }))
  emptyLog()
}

/** What names those who were deleted at the service so long ago; photos that came while they were being deleted, at once. */
async function sweepGone(now: number): Promise<void> {
  const before = new Date(now - getEnv().goneDays * DAY_MS).toISOString()
  const gone = await getDatabase().all('SELECT employee_id AS id, gone_at FROM gone_people')
  await forgetPhotos(gone.map(({ id }) => Number(id)))
  for (const { id } of gone.filter(({ gone_at }) => String(gone_at) <= before)) {
    // Somebody with the same e-mail may have come since: only what says the id is theirs.
    await forgetPerson(await describe(Number(id), { byWords: false }))
    log('info', 'person_forgotten', { employee: Number(id) })
    await immediately()
  }
}

/** Removes copies of the whole database that are older, or half a restore that was killed, and tells how many. */
function sweepCopies(before: Date): number {
  const { dataDir } = getEnv()
  const restored = list(dataDir).filter(name => name.includes('.sqlite.before-restore-'))
  const backups = list(join(dataDir, 'backups')).map(name => join('backups', name))
  const old = [...restored, ...backups]
    .map(name => join(dataDir, name))
    .filter(path => (statSync(path, { throwIfNoEntry: false })?.mtime ?? new Date()) < before)
  // Nobody restores in the folder of a desk that runs.
  const halves = list(dataDir).filter(isRestoreFolder)
  const left = [...old, ...halves.map(name => join(dataDir, name))]
  for (const path of left) rmSync(path, { recursive: true, force: true })
  return left.length
}

/** Removes somebody from all places at once, and tells how much that was in each. */
export async function forgetPerson(person: Person): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, forget } of PLACES) counts[name] = await forget(person)
  return counts
}

/** What SQLite keeps beside the database still says what was deleted, until it is emptied. Readers may be in the way: next time. */
export function emptyLog(): void {
  try {
    if (getDatabase().engine === 'sqlite') getSqlite().exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    log('warn', 'retention_not_kept', { place: 'wal', ...describeError(error) })
  }
}
