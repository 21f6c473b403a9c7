import 'server-only'
import { DestinationError } from '#lib/deliveries/destinations/destination.ts'
import { describeError } from '#lib/describe-error.ts'
import { DeskError } from '#lib/errors.ts'
import type { JobKind } from '#lib/jobs/job.ts'
import { log } from '#lib/log.ts'
import { PhotoDoubts } from '#lib/photos/photo-doubts.ts'
import { isRefusedByGuard } from '#lib/ports/write-guard.ts'
import type { DeliveryRunRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { checkPlaces } from './check-places.ts'
import { deliver } from './deliver.ts'
import { makePlan, requireSystem } from './make-plan.ts'
import { writeList } from './manifest.ts'
import { putBackOwnPhotos } from './put-back.ts'
import { noteEnd, noteReview } from './record-run.ts'
import { findCommonTrouble } from './refusals.ts'
import type { RunMemory, RunningDelivery } from './running.ts'

/**
 * Pauses (ms) between tries. A destination that is down for an hour needs no attention; after that, its administrator
 * is notified.
 */
const TRY_AGAIN_MS = [10_000, 30_000, 2 * 60_000, 10 * 60_000, 20 * 60_000, 30 * 60_000]

/** Errors that may pass by themselves; all others need a person. */
const PASSING = new Set(['unreachable', 'broken', 'throttled', 'full', 'read_only'])

/**
 * The kind of job that runs a delivery: plans, waits for a review if needed, delivers the difference, and reports the
 * result. See docs/decisions/044-deliveries.md.
 */
export const DELIVERIES: JobKind<DeliveryRunRow, RunMemory> = {
  name: 'delivery_run',
  working: 'running',
  store: getDeliveryRunStore,
  remember: () => ({
    destination: null,
    tries: 0,
    rosterRead: null,
    doubts: new PhotoDoubts(),
    hasFoundOther: false,
  }),

  /** The portraits of all employees are the company's matter: only the desk's own key is accepted. */
  accepts: async (_row, _client, from) => from === 'desk',

  async step(run) {
    const delivery = await getDeliveryStore().find(run.row.delivery_id)
    const row = await getDeliveryRunStore().find(run.row.id)
    if (!delivery || !row) throw new DeskError('not_found')
    try {
      if (row.planned_at === null && (await makePlan(run, row, delivery)) === 'review') return false
      await deliver(run, delivery)
      await putBackOwnPhotos(run, delivery)
      await checkPlaces(run, delivery)
      await writeList(run, delivery)
      if (!row.takes_all_away) requireSystem(delivery)
    } catch (thrown) {
      await shut(run)
      if (!(thrown instanceof DestinationError) || isWorthAnotherTry(run, thrown)) throw thrown
      logTrouble(run, thrown)
      await endRun(row, { state: 'failed', error: thrown.code })
      return false
    }
    await shut(run)
    const read = await getDeliveryRunStore().find(row.id)
    const error = findCommonTrouble(await getDeliveryRunStore().items(row.id), read ?? row)
    await endRun(row, { state: error === null ? 'done' : 'failed', error })
    return false
  },

  async judge(run, thrown) {
    if (isRefusedByGuard(thrown)) return { againMs: 0 }
    if (!(thrown instanceof DestinationError)) return null
    const againMs = thrown.retryAfterMs ?? TRY_AGAIN_MS[run.tries] ?? 0
    run.tries += 1
    logTrouble(run, thrown)
    const again_at = new Date(Date.now() + againMs).toISOString()
    await getDeliveryRunStore().update(run.row.id, { trouble: { code: thrown.code, again_at } }, ['running'])
    return { againMs }
  },

  end: (row, ending) => endRun(row, { error: null, ...ending }),

  async settle({ id }) {
    const row = await getDeliveryRunStore().find(id)
    if (row) await (row.state === 'review' ? noteReview(row) : noteEnd(row))
  },

  release: run => void shut(run),

  async account({ id, error, review }) {
    const { add, change, remove } = await getDeliveryRunStore().count(id)
    const failed = add.failed + change.failed + remove.failed
    return { added: add.done, changed: change.done, removed: remove.done, failed, error, review }
  },
}

type End = Pick<DeliveryRunRow, 'state' | 'error'>

async function endRun({ id }: DeliveryRunRow, end: End): Promise<boolean> {
  const changes = {
    ...end,
    pause_reason: null,
    trouble: null,
    ended_at: new Date().toISOString(),
    is_unsettled: true,
  }
  return getDeliveryRunStore().update(id, changes, ['running', 'paused', 'review'])
}

function isWorthAnotherTry({ tries, cancellation }: RunningDelivery, { code }: DestinationError): boolean {
  return cancellation.signal.aborted || (PASSING.has(code) && tries < TRY_AGAIN_MS.length)
}

function logTrouble({ row }: RunningDelivery, error: DestinationError): void {
  const told = { delivery: row.delivery_id, delivery_run: row.id, code: error.code }
  log('warn', 'destination_trouble', { ...told, ...describeError(error) })
}

async function shut(run: RunningDelivery): Promise<void> {
  const { destination } = run
  run.destination = null
  await destination?.close().catch(() => {})
}
