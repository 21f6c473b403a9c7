import 'server-only'
import { rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate as immediately } from 'node:timers/promises'
import { msSinceSweep, sweepActivity } from '#lib/activity/keep-activity.ts'
import { sweepBatches } from '#lib/batches/batches.ts'
import { removeLeftFolders } from '#lib/deliveries/destinations/command.ts'
import { sweepDeliveries } from '#lib/deliveries/manage/deliveries.ts'
import { describeError } from '#lib/describe-error.ts'
import { forgetGoneInExports, forgetLeftInExports } from '#lib/employees/gone-in-exports.ts'
import { tidyExports } from '#lib/exports/history/exports.ts'
import { sweepImports } from '#lib/imports/imports.ts'
import { log } from '#lib/log.ts'
import { removeLeftPhotos } from '#lib/photo-store/left-photos.ts'
import { sweep } from '#lib/photo-store/photo-eviction.ts'
import { forgetPhotos, photoFolder } from '#lib/photo-store/photo-store.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { databasePath, getDatabase, getSqlite } from '#lib/store/database.ts'
import { isRestoreFolder } from '#lib/store/database-file.ts'
import { forgetInExports } from '#lib/store/forget-in-exports.ts'
import { endWorkOfGone } from '#lib/work/jobs-of-removed-accounts.ts'
import { describeGone } from './find-people.ts'
import type { Person } from './person.ts'
import { list, PLACES } from './places.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Clocks of several desks may differ by half a minute (docs/operations/several-desks.md). */
const CLOCKS_APART_MS = 60_000

/**
 * Time since the last sweep after which either no desk was running, or the clock is wrong. The two look the same here.
 */
const LEAP_MS = 7 * DAY_MS
/** Running time after which a clock that jumped is believed. Until then, people can notice a wrong one. */
const DOUBT_MS = 6 * HOUR_MS

/** The sweep of each retention. A failed sweep stops no other. */
const SWEEPS: Record<string, (now: number) => Promise<unknown>> = {
  work: endWorkOfGone,
  activity: sweepActivity,
  imports: sweepImports,
  batches: sweepBatches,
  deliveries: sweepDeliveries,
  exports: tidyExports,
  photos: async () => {
    await removeLeftPhotos()
    await removeLeftFolders()
    await sweep(photoFolder(), getEnv())
  },
  backups: async now => sweepCopies(new Date(now - Math.max(getEnv().goneDays, 1) * DAY_MS)),
}

/** Sweeps that search all places for deleted people. They take long, so nothing waits for them. */
const SWEEPS_OF_PEOPLE: typeof SWEEPS = { gone_people: sweepGone }

/**
 * Called once when the desk starts, before jobs of the last run are resumed: deletes expired data, then again each
 * hour. Deleted people are removed everywhere while the desk already answers requests.
 */
export function startKeepingRetentions(): Promise<void> {
  return singleton('retention-keeping', async () => {
    setInterval(() => void keepInTime().then(keepOfPeople), HOUR_MS).unref()
    const now = await keepInTime()
    void keepOfPeople(now)
  })
}

/** Resolves to the time of the sweep; to null when the clock is not believed. */
async function keepInTime(): Promise<number | null> {
  const now = Date.now()
  try {
    if (!(await isBelieved(now))) return null
    await sweepPlaces(SWEEPS, now)
    return now
  } catch (error) {
    log('error', 'retention_not_kept', { place: 'activity', ...describeError(error) })
    return null
  }
}

async function keepOfPeople(now: number | null): Promise<void> {
  if (now === null) return
  await sweepPlaces(SWEEPS_OF_PEOPLE, now)
  emptyLog()
}

/** Deletion is irreversible, so retention waits for hours after a large clock jump. */
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

/** Deletes everything that has expired. Never throws. */
export async function keepRetentions(now: number): Promise<void> {
  await sweepPlaces(SWEEPS, now)
  await keepOfPeople(now)
}

async function sweepPlaces(sweeps: typeof SWEEPS, now: number): Promise<void> {
  for (const [place, run] of Object.entries(sweeps))
    await run(now).catch(error => log('error', 'retention_not_kept', { place, ...describeError(error) }))
}

/**
 * Removes all data that names people who were deleted at the service at least `GONE_DAYS` ago. Photos that arrived
 * during their deletion are deleted at once. Also finishes what a stopped desk had not yet removed from exports.
 */
async function sweepGone(now: number): Promise<void> {
  const before = new Date(now - getEnv().goneDays * DAY_MS).toISOString()
  // Without this, people deleted while the clock was ahead would stay named until that date.
  await getDatabase().run(
    'UPDATE gone_people SET gone_at = ? WHERE gone_at > ?',
    ...[new Date(now).toISOString(), new Date(now + CLOCKS_APART_MS).toISOString()],
  )
  const gone = await getDatabase().all('SELECT employee_id AS id, gone_at FROM gone_people')
  const toIds = (rows: typeof gone) => rows.map(({ id }) => Number(id))
  await forgetPhotos(toIds(gone))
  await singleton('gone-of-before', () => forgetGoneInExports(toIds(gone)))
  await forgetLeftInExports()
  const due = toIds(gone.filter(({ gone_at }) => String(gone_at) <= before))
  if (due.length === 0) return
  // A new employee may have the same e-mail by now, so only rows with the deleted id count.
  const people = await describeGone(due)
  // One call for all people, because each call searches all exports.
  await forgetInExports(due, { why: 'not_found', entirely: true })
  const places = PLACES.filter(({ name }) => name !== 'export_entries')
  for (const person of people) {
    const { gone_people: marks } = await forgetPerson(person, places)
    if (marks) log('info', 'person_forgotten', { employee: person.employee_id })
    await immediately()
  }
}

/** Deletes old copies of the whole database, and folders of killed restores. Logs their number. */
function sweepCopies(before: Date): void {
  const { dataDir, database: server } = getEnv()
  const inFolder = list(dataDir)
  const isOld = (name: string) =>
    (statSync(join(dataDir, name), { throwIfNoEntry: false })?.mtime ?? new Date()) < before
  const restored = inFolder.filter(name => name.includes('.sqlite.before-restore-'))
  const backups = list(join(dataDir, 'backups')).map(name => join('backups', name))
  // The SQLite database from before the move to a server, with its companion files: all of it or nothing.
  const file = basename(databasePath())
  const former = inFolder.filter(name => name === file || name.startsWith(`${file}-`))
  const isFormer = server !== null && former.every(isOld)
  // No restore runs in the folder of a running desk.
  const halves = inFolder.filter(isRestoreFolder)
  const left = [...[...restored, ...backups].filter(isOld), ...(isFormer ? former : []), ...halves]
  for (const name of left) rmSync(join(dataDir, name), { recursive: true, force: true })
  if (left.length > 0) log('info', 'database_copies_removed', { count: left.length })
}

/** Removes a person from all places at once. Returns the number of removals in each. */
export async function forgetPerson(person: Person, places = PLACES): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, forget } of places) counts[name] = await forget(person)
  return counts
}

/**
 * Empties SQLite's write-ahead log, which still contains deleted data. Readers may prevent that until the next sweep.
 */
export function emptyLog(): void {
  try {
    if (getDatabase().engine === 'sqlite') getSqlite().exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    log('warn', 'retention_not_kept', { place: 'wal', ...describeError(error) })
  }
}
