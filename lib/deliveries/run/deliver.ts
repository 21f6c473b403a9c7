import 'server-only'
import { toAddress } from '#lib/deliveries/destinations/address.ts'
import {
  type DeliveryFile,
  DestinationError,
  type OpenDestination,
  type Receipt,
} from '#lib/deliveries/destinations/destination.ts'
import { destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { REPLACES } from '#lib/deliveries/reasons.ts'
import { findInProject } from '#lib/employees/find-in-project.ts'
import { DeskError, toDeskError } from '#lib/errors.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { fetchFile, PHOTOS_IN_FLIGHT } from '#lib/exports/prepare/fetch-file.ts'
import { RenderError } from '#lib/exports/render/render-photo.ts'
import { isLeaseLate, requireLeases } from '#lib/held-leases.ts'
import { endStandstill, isForAnotherLook, toPauseReason } from '#lib/jobs/pause.ts'
import { noteProgress } from '#lib/jobs/starts.ts'
import { type Look, workOff } from '#lib/jobs/work-off.ts'
import { pinPhoto } from '#lib/photo-store/photo-pins.ts'
import { isFileGone } from '#lib/photos/removed-meanwhile.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { isSameVersion } from '#lib/portrait-api/photo-version.ts'
import { toVersion, whyHeldBack } from '#lib/portrait-api/portrait-status.ts'
import { SEEN_MS } from '#lib/portrait-api/recent-records.ts'
import type {
  DeliveryItemRow,
  DeliveryPhoto,
  DeliveryPlaceRow,
  DeliveryRow,
} from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { readRoster } from './make-plan.ts'
import { listOurFiles, type OurFiles } from './our-files.ts'
import { UNANSWERED } from './plan-run.ts'
import { noteMaybeThere, recordRunBegins, toPlace } from './record-run.ts'
import { openFor, type RunningDelivery } from './running.ts'

/** What is on its way when somebody cancels arrives; a destination that has not answered by then is left. */
const LAST_ANSWER_MS = 20_000

/** First what may not be used any more. */
const ORDER: DeliveryItemRow['action'][] = ['remove', 'change', 'add']

type Work = {
  run: RunningDelivery
  delivery: DeliveryRow
  destination: OpenDestination
  places: ReadonlyMap<number, DeliveryPlaceRow>
  ours: OurFiles
  /** Of calls of the destination; the run's own signal says only that no more of them begin. */
  lastAnswer: AbortSignal
  /** What the service shows of everybody by now; null while the plan was made from just that. */
  roster: ReadonlyMap<number, Employee> | null
  /** It is being read again. */
  reading: Promise<void> | null
}

/**
 * Does what is left of the plan. What concerns one person is noted with them and stops nobody else; what stands in everybody's
 * way is thrown when all that was on its way has ended. Each photo is noted as `sent` before the destination is asked: after
 * a crash it is known which of them may lie there already.
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
  // What cannot be written down does not happen.
  if (items.every(({ state }) => state === 'waiting')) await recordRunBegins(row, delivery)
  const places = new Map((await getDeliveryStore().places(delivery.id)).map(one => [one.employee_id, one]))
  const ours = await listOurFiles(delivery)
  const lastAnswer = after(signal, LAST_ANSWER_MS)
  const work: Work = { run, delivery, destination, places, ours, lastAnswer, roster: null, reading: null }
  const [known] = items.flatMap(({ state, employee_id, photo }) =>
    state === 'done' && photo ? [{ employee_id, variant: photo.variant }] : [],
  )
  const sorted = await run.doubts.sort(left, ({ employee_id }) => employee_id, run, known)
  run.left = left.length
  const endBatch = run.client.budget.beginBatch()
  try {
    for (const action of ORDER) {
      const some = sorted.filter(item => item.action === action)
      const atOnce = Math.min(PHOTOS_IN_FLIGHT, destination.atOnce)
      const lookAt = (some: DeliveryItemRow[], isLastLook: boolean) =>
        workOff(run, some, atOnce, (item, begun) => settle(work, item, { isLastLook, begun }))
      await lookAt(await lookAt(some, false), true)
    }
  } finally {
    run.left = null
    endBatch()
  }
}

/**
 * A plan that somebody has read for a day, that outlived a restart or that takes long is out of date: whose photo may not be used
 * any more is out, also when the desk still has it (decision 013). So the roster is read again, once for all workers, when it
 * was read longer ago than a photo may be handed out without asking, or with another key.
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

/** Throws when the service has said something else of a person than the plan does; the next run knows it too. */
function requireSame({ run, delivery, roster }: Work, item: DeliveryItemRow, photo: DeliveryPhoto): void {
  const { employee_id: id, person } = item
  const now = run.client.recent.lastSeen(id) ?? roster?.get(id)
  if (roster && !roster.has(id)) throw new DeskError('not_available')
  if (!now) return
  const version = toVersion(now, photo.variant)
  if (version === null) throw new DeskError(whyHeldBack(now) ? 'changed_meanwhile' : 'not_approved')
  const address = toAddress(destinationSettingsSchema.parse(delivery.destination))
  const isFoundSo = address.every(name => now[name].trim() === person[name].trim())
  if (!isSameVersion(version, photo.edited_at) || !isFoundSo) throw new DeskError('changed_meanwhile')
}

/** Who had withdrawn and has approved a photo again keeps what lies there until the next run brings the new one. */
function requireWithdrawn({ run: { client }, delivery, roster }: Work, employeeId: number): void {
  const now = roster && (client.recent.lastSeen(employeeId) ?? roster.get(employeeId))
  if (now && toVersion(now, resolvedRequestSchema.parse(delivery.request).variant) !== null)
    throw new DeskError('changed_meanwhile')
}

/** Aborted so many ms after another one. */
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

/** False when this person is worth a second look. Throws what stands in everybody's way. */
async function settle(work: Work, item: DeliveryItemRow, { isLastLook, begun }: Look): Promise<boolean> {
  const { run } = work
  await keepRosterNew(work)
  const note = (state: DeliveryItemRow['state'], problem: string | null = null) =>
    getDeliveryRunStore().setItem(run.row.id, item.position, { state, problem })
  const noteSent = async () => {
    await note('sent')
    await requireLeases()
  }
  try {
    if (item.action === 'remove') await takeAway(work, item, noteSent)
    else await put(work, item, { noteSent, begun })
  } catch (thrown) {
    if (run.signal.aborted) throw thrown
    if (thrown instanceof DestinationError && !thrown.isOfOnePerson) throw thrown
    const isTheirOwn = run.doubts.judge(item.employee_id, thrown)
    if (!isTheirOwn && toPauseReason(thrown)) throw thrown
    if (isLeaseLate(thrown)) {
      // Nothing has been asked of the destination: what is known of it is as it was.
      await note(item.state)
      throw thrown
    }
    const code = toProblemCode(thrown)
    if (code === 'internal') throw thrown
    if (await isForAnotherLook(run, thrown, { isLastLook: isLastLook || isTheirOwn })) return false
    if (isTheirOwn) endStandstill(run)
    await note('failed', code)
    // Where it was not the destination that refused, nobody knows whether they may stay: the next run asks again.
    if (item.action === 'remove' && thrown instanceof DestinationError) await leaveByHand(work, item)
    return true
  }
  await note('done')
  await noteProgress(run.row.id)
  endStandstill(run)
  run.tries = 0
  return true
}

type Put = Pick<Look, 'begun'> & { noteSent: () => Promise<void> }

async function put(work: Work, item: DeliveryItemRow, { noteSent, begun }: Put): Promise<void> {
  const { run, delivery, destination, places, ours, lastAnswer } = work
  const { signal } = run
  const { employee_id, person, photo, reason, state } = item
  if (!photo) throw new DeskError('not_available')
  const place = places.get(employee_id)
  const notePlace = (photo: DeliveryPhoto, receipt: Receipt) =>
    getDeliveryStore().putPlace(delivery.id, toPlace({ ...item, photo }, receipt))
  const { files, letGo } = await fetchFiles(work, item, { photo, begun }).catch(async (thrown: unknown) => {
    // It may lie there since an earlier try, and is not sent again now.
    if (state === 'sent' && !signal.aborted) await noteMaybeThere(delivery, { ...item, photo }, place)
    throw thrown
  })
  try {
    const before = place && place.state !== 'removed' ? place.receipt : null
    const isOfOther = (name: string) => (ours.owners.get(name) ?? employee_id) !== employee_id
    const delivered = { receiver: person, files, before, isOfOther }
    const found = state === 'sent' ? await destination.has(delivered, signal) : null
    signal.throwIfAborted()
    // Once it is noted as sent, what lies under its names is ours.
    if (state !== 'sent' && reason !== REPLACES) {
      const strange = files.filter(({ name }) => !ours.owners.has(name))
      await destination.requireFree?.(strange, ours, lastAnswer)
    }
    for (const { name } of files) ours.owners.set(name, employee_id)
    await noteSent()
    const receipt = found && found !== 'no' ? found : await destination.put(delivered, lastAnswer)
    await notePlace(photo, receipt)
  } catch (thrown) {
    // In no form that the next run wants: it is sent again, and until then can be taken away.
    if (thrown instanceof DestinationError && thrown.left)
      await notePlace({ ...photo, form: '' }, thrown.left)
    throw thrown
  } finally {
    letGo()
  }
}

async function takeAway(
  work: Work,
  { employee_id, reason, state }: DeliveryItemRow,
  noteSent: () => Promise<void>,
): Promise<void> {
  const { run, delivery, destination, places, lastAnswer } = work
  const place = places.get(employee_id)
  if (place?.state !== 'there') return
  if (reason === 'withdrawn') requireWithdrawn(work, employee_id)
  if (reason === 'left' && state === 'waiting') await requireGone(run, delivery, employee_id)
  // Nobody knows what lies there, so nobody can say that it is ours.
  if (place.reason === UNANSWERED) throw new DestinationError('changed_there')
  run.signal.throwIfAborted()
  await noteSent()
  const removal = await destination.remove(place.receipt, lastAnswer).catch((thrown: unknown) => {
    // With the person's entry their photo is gone as well.
    if (thrown instanceof DestinationError && thrown.code === 'nobody_found') return 'removed' as const
    throw thrown
  })
  // Unless an earlier try has taken it away, it is somewhere else by now: in the system that has fetched it, or behind a share that
  // is away.
  if (removal === 'gone' && state === 'waiting') throw new DestinationError('gone_there')
  const removed = { state: 'removed', reason, removed_at: new Date().toISOString() } as const
  await getDeliveryStore().updatePlace(delivery.id, employee_id, removed, ['there'])
}

async function requireGone(
  { client, signal }: RunningDelivery,
  { project_id: projectId }: DeliveryRow,
  id: number,
): Promise<void> {
  const options = { signal, lane: 'background', fresh: true } as const
  if (await findInProject(client, { id, projectId }, options)) throw new DeskError('list_unsteady')
}

async function leaveByHand({ delivery }: Work, { employee_id, reason }: DeliveryItemRow) {
  await getDeliveryStore().updatePlace(delivery.id, employee_id, { state: 'by_hand', reason }, ['there'])
}

async function fetchFiles(
  work: Work,
  item: DeliveryItemRow,
  { photo, begun }: Pick<Look, 'begun'> & { photo: DeliveryPhoto },
): Promise<{ files: DeliveryFile[]; letGo: () => void }> {
  requireSame(work, item, photo)
  const { client, signal, doubts } = work.run
  const waiting = { signal, begun: doubts.whenAsked(item.employee_id, begun) }
  const { edited_at, variant, size, files } = photo
  const pins: (() => void)[] = []
  const letGo = () => {
    for (const unpin of pins) unpin()
  }
  try {
    const fetched: DeliveryFile[] = []
    for (const { name, rendering } of files) {
      const source = { employee_id: item.employee_id, edited_at, variant, size, rendering: rendering ?? null }
      const { path, bytes, sha256 } = await fetchFile(client, source, waiting)
      pins.push(pinPhoto(path))
      fetched.push({ name, path, bytes, sha256 })
    }
    return { files: fetched, letGo }
  } catch (error) {
    letGo()
    throw error
  }
}

function toProblemCode(thrown: unknown): string {
  if (thrown instanceof DestinationError || thrown instanceof RenderError) return thrown.code
  // The approval was withdrawn in this moment, and the file with it.
  return isFileGone(thrown) ? 'not_available' : toDeskError(thrown).code
}
