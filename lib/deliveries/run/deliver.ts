import 'server-only'
import { DestinationError } from '#lib/deliveries/destinations/destination.ts'
import type { DestinationErrorCode } from '#lib/deliveries/destinations/errors.ts'
import { describeError } from '#lib/describe-error.ts'
import { toDeskError } from '#lib/errors.ts'
import { PHOTOS_IN_FLIGHT } from '#lib/exports/prepare/fetch-file.ts'
import { RenderError } from '#lib/exports/render/render-photo.ts'
import { clearBlocked, isForAnotherLook, toPauseReason } from '#lib/jobs/pause.ts'
import { noteProgress } from '#lib/jobs/starts.ts'
import { type Look, workOff } from '#lib/jobs/work-off.ts'
import { log } from '#lib/log.ts'
import { isFileGone } from '#lib/photos/removed-meanwhile.ts'
import { SEEN_MS } from '#lib/portrait-api/recent-records.ts'
import { isRefusedByGuard, writeGuard } from '#lib/ports/write-guard.ts'
import type { DeliveryItemRow, DeliveryRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { put, takeAway, type Work } from './deliver-person.ts'
import { readRoster } from './make-plan.ts'
import { listOurEntries } from './our-entries.ts'
import { listOurFiles } from './our-files.ts'
import { noteMaybeThere, recordRunBegins } from './record-run.ts'
import { Refusals, spreadFirstFew } from './refusals.ts'
import { openFor, type RunningDelivery } from './running.ts'

/**
 * Milliseconds that calls in flight have after a cancellation. A destination that has not answered by that time is
 * abandoned.
 */
const LAST_ANSWER_MS = 20_000

/** Errors after which the destination may have done the work nevertheless. */
const MAY_BE_DONE: DestinationErrorCode[] = ['broken', 'still_there']

/** Order of actions: first, photos that may no longer be used. */
const ORDER: DeliveryItemRow['action'][] = ['remove', 'change', 'add']

/**
 * Does what is left of the plan. A problem of one person is noted with them and stops no other. An error that concerns
 * everybody is thrown after all calls in flight have ended. Each photo is noted as `sent` before the destination is
 * called: after a crash, it is known which photos may already be there.
 */
export async function deliver(run: RunningDelivery, delivery: DeliveryRow): Promise<void> {
  const store = getDeliveryRunStore()
  const { signal } = run
  const row = await store.find(run.row.id)
  const items = (await store.items(run.row.id, ['waiting', 'sent', 'done'])).filter(isChange)
  if (!row || items.length === 0) return
  const left = items.filter(({ state }) => state !== 'done')
  const destination = await openFor(run, delivery)
  await store.update(row.id, { trouble: null }, ['running'])
  // A delivery that cannot be logged must not happen.
  if (items.every(({ state }) => state === 'waiting')) await recordRunBegins(row, delivery)
  const places = new Map((await getDeliveryStore().places(delivery.id)).map(one => [one.employee_id, one]))
  const ours = await listOurFiles(delivery)
  const lastAnswer = after(signal, LAST_ANSWER_MS)
  const refusals = new Refusals({ hasServed: left.length < items.length })
  let ourEntries: ReturnType<typeof listOurEntries> | null = null
  const work: Work = {
    ...{ run, delivery, destination, places, ours, lastAnswer, refusals },
    // Read once: the run replaces nothing that it has delivered itself.
    ourEntries: () => (ourEntries ??= listOurEntries()),
    ...{ refused: new Set<DeliveryItemRow>(), roster: null, reading: null },
  }
  const [known] = items.flatMap(({ state, employee_id, photo }) =>
    state === 'done' && photo ? [{ employee_id, variant: photo.variant }] : [],
  )
  const sorted = await run.doubts.sort(spreadFirstFew(left), ({ employee_id }) => employee_id, run, known)
  run.left = left.length
  const endBatch = run.client.budget.beginBatch()
  try {
    const atOnce = Math.min(PHOTOS_IN_FLIGHT, destination.atOnce)
    const lookAt = (some: DeliveryItemRow[], isLastLook: boolean) =>
      workOff(run, some, atOnce, (item, begun) => settle(work, item, { isLastLook, begun }))
    for (const action of ORDER) {
      const some = sorted.filter(item => item.action === action)
      await lookAt(await lookAt(some, false), true)
    }
    await lookAt([...work.refused], true)
  } finally {
    run.left = null
    endBatch()
  }
}

/**
 * Reads the roster again if it was read with another key, or longer ago than a photo may be handed out without asking.
 * One read serves all workers. A plan gets out of date when its review takes a day, when it outlives a restart, or when
 * the run takes long. A photo that may no longer be used must not be delivered, even if the desk still has it (decision
 * 013).
 */
async function keepRosterNew(work: Work): Promise<void> {
  const { run, delivery, places } = work
  const { at, key } = run.rosterRead ?? { at: Number.NEGATIVE_INFINITY, key: '' }
  const isNew = key === run.client.keyFingerprint && performance.now() - at < SEEN_MS
  if (isNew || run.row.takes_all_away) return
  work.reading ??= readRoster(run, delivery, [...places.values()])
    .then(({ people }) => {
      work.roster = new Map(people.map(person => [person.id, person]))
    })
    .finally(() => {
      work.reading = null
    })
  await work.reading
}

/** Returns a signal that aborts this many ms after another one. */
function after(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController()
  const wait = () => void setTimeout(() => later.abort(signal.reason), ms).unref()
  if (signal.aborted) wait()
  else signal.addEventListener('abort', wait, { once: true })
  return later.signal
}

function isChange({ action }: DeliveryItemRow): boolean {
  return action !== 'cannot'
}

/** Returns false when this person needs a second try. Throws errors that concern everybody. */
async function settle(work: Work, item: DeliveryItemRow, { isLastLook, begun }: Look): Promise<boolean> {
  const { run } = work
  await keepRosterNew(work)
  const note = (state: DeliveryItemRow['state'], problem: string | null = null) =>
    getDeliveryRunStore().setItem(run.row.id, item.position, { state, problem })
  let isSent = item.state === 'sent'
  const noteSent = async () => {
    await note('sent')
    await writeGuard.get().requireForCall()
    isSent = true
  }
  try {
    if (item.action === 'remove') await takeAway(work, item, noteSent)
    else await put(work, item, { noteSent, begun })
  } catch (thrown) {
    if (run.signal.aborted) throw thrown
    const mayLieThere = isSent && thrown instanceof DestinationError && MAY_BE_DONE.includes(thrown.code)
    if (thrown instanceof DestinationError && (await isSetAside(work, item, thrown))) {
      // The second turn must not mistake it for the person's own photo.
      if (mayLieThere && item.action !== 'remove') item.state = 'sent'
      return true
    }
    const isTheirOwn = run.doubts.judge(item.employee_id, thrown)
    if (!isTheirOwn && toPauseReason(thrown)) throw thrown
    if (isRefusedByGuard(thrown)) {
      // The destination was not called, so the noted state is still right.
      await note(item.state)
      throw thrown
    }
    const code = toProblemCode(thrown)
    if (code === 'internal') throw thrown
    if (await isForAnotherLook(run, thrown, { isLastLook: isLastLook || isTheirOwn })) return false
    if (isTheirOwn) clearBlocked(run)
    const { photo } = item
    if (mayLieThere && photo)
      await noteMaybeThere(work.delivery, { ...item, photo }, work.places.get(item.employee_id))
    await note('failed', code)
    if (!(thrown instanceof DestinationError)) return true
    logRefusal(work, item, thrown)
    // If the destination did not refuse, it is unknown whether the photo may stay: the next run tries again.
    if (item.action === 'remove') await leaveByHand(work, item, thrown)
    return true
  }
  await note('done')
  work.refusals.onServed()
  await noteProgress(run.row.id)
  clearBlocked(run)
  run.tries = 0
  return true
}

/**
 * True when this person gets a second turn after all others: the refusal may concern this person alone, or everybody.
 * Throws a refusal that concerns everybody.
 */
async function isSetAside(work: Work, item: DeliveryItemRow, refusal: DestinationError): Promise<boolean> {
  const { run, refused, refusals } = work
  // When a delivery ends, a missing entry may mean that the account no longer sees any entry.
  const seesNobody = run.row.takes_all_away && item.action === 'remove' && refusal.code === 'nobody_found'
  if (!refusal.isInDoubt && !seesNobody) {
    if (!refusal.isOfOnePerson) throw refusal
    return false
  }
  if (refused.has(item)) {
    // While no removal has worked, the problem may concern everybody: the photos stay noted as delivered.
    if (run.row.takes_all_away && !refusals.hasServed) throw refusal
    return false
  }
  // A refusal is an answer, so the noted state of the photo is still right.
  if (!MAY_BE_DONE.includes(refusal.code))
    await getDeliveryRunStore().setItem(run.row.id, item.position, { state: item.state, problem: null })
  if (refusals.add(item.employee_id, refusal.code)) throw refusal
  refused.add(item)
  if (run.left !== null) run.left += 1
  return true
}

function logRefusal(
  { run, delivery }: Work,
  { employee_id, action }: DeliveryItemRow,
  refusal: DestinationError,
) {
  const told = { delivery: delivery.id, delivery_run: run.row.id, employee: employee_id, action }
  log('warn', 'delivery_person_refused', { ...told, code: refusal.code, ...describeError(refusal) })
}

async function leaveByHand(
  { delivery }: Work,
  { employee_id, reason }: DeliveryItemRow,
  { code: problem }: DestinationError,
) {
  const left = { state: 'by_hand', reason, problem } as const
  await getDeliveryStore().updatePlace(delivery.id, employee_id, left, ['there'])
}

function toProblemCode(thrown: unknown): string {
  if (thrown instanceof DestinationError || thrown instanceof RenderError) return thrown.code
  // The approval was withdrawn at this moment, and the file was deleted with it.
  return isFileGone(thrown) ? 'not_available' : toDeskError(thrown).code
}
