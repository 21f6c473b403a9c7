import 'server-only'
import { toAddress } from '#lib/deliveries/destinations/address.ts'
import {
  type DeliveredPhoto,
  type DeliveryFile,
  DestinationError,
  type OpenDestination,
  type Receipt,
} from '#lib/deliveries/destinations/destination.ts'
import { destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { keepReplaced, mayReplace } from '#lib/deliveries/own-photos.ts'
import { REPLACES, REPLACES_PHOTO } from '#lib/deliveries/reasons.ts'
import { findInProject } from '#lib/employees/find-in-project.ts'
import { DeskError } from '#lib/errors.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { fetchFile } from '#lib/exports/prepare/fetch-file.ts'
import type { Look } from '#lib/jobs/work-off.ts'
import { pinPhoto } from '#lib/photo-store/photo-pins.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { isSameVersion } from '#lib/portrait-api/photo-version.ts'
import { toVersion, whyHeldBack } from '#lib/portrait-api/portrait-status.ts'
import type {
  DeliveryItemRow,
  DeliveryPhoto,
  DeliveryPlaceRow,
  DeliveryRow,
} from '#lib/store/delivery-rows.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { getOwnPhotoStore } from '#lib/store/own-photo-store.ts'
import { mayBeOurs, type OurEntries } from './our-entries.ts'
import type { OurFiles } from './our-files.ts'
import { UNANSWERED } from './plan-run.ts'
import { noteMaybeThere, toPlace } from './record-run.ts'
import type { Refusals } from './refusals.ts'
import type { RunningDelivery } from './running.ts'

export type Work = {
  run: RunningDelivery
  delivery: DeliveryRow
  destination: OpenDestination
  places: ReadonlyMap<number, DeliveryPlaceRow>
  ours: OurFiles
  /** Entries that may hold a photo of the desk. Reads them once, when a person's own photo is about to be replaced. */
  ourEntries: () => Promise<OurEntries>
  /** Aborts calls of the destination; the run's own signal only stops new ones. */
  lastAnswer: AbortSignal
  refusals: Refusals
  /** Items whose refusal may concern their person alone. They get a second turn after all others. */
  refused: Set<DeliveryItemRow>
  /** Employees as the service shows them now; null while the plan is recent enough. */
  roster: ReadonlyMap<number, Employee> | null
  /** The read of the roster in progress, if there is one. */
  reading: Promise<void> | null
}

type Put = Pick<Look, 'begun'> & { noteSent: () => Promise<void> }

/** Delivers the photo of one person. `begun`: called when the call for the photo has its place. */
export async function put(work: Work, item: DeliveryItemRow, { noteSent, begun }: Put): Promise<void> {
  const { run, delivery, destination, places, ours, lastAnswer } = work
  const { signal } = run
  const { employee_id, person, photo, reason, state } = item
  if (!photo) throw new DeskError('not_available')
  const place = places.get(employee_id)
  const notePlace = (photo: DeliveryPhoto, receipt: Receipt) =>
    getDeliveryStore().putPlace(delivery.id, toPlace({ ...item, photo }, receipt))
  const { files, releaseFiles } = await fetchFiles(work, item, { photo, begun }).catch(
    async (thrown: unknown) => {
      // An earlier try may have delivered the photo, and it is not sent again now.
      if (state === 'sent' && !signal.aborted) await noteMaybeThere(delivery, { ...item, photo }, place)
      throw thrown
    },
  )
  try {
    const before = place && place.state !== 'removed' ? place.receipt : null
    const isOfOther = (name: string) => (ours.owners.get(name) ?? employee_id) !== employee_id
    const delivered = { receiver: person, files, before, isOfOther }
    const found = state === 'sent' ? await destination.has(delivered, signal) : null
    signal.throwIfAborted()
    // Once the item is noted as sent, files under its names are ours.
    if (state !== 'sent' && reason !== REPLACES) {
      const strange = files.filter(({ name }) => !ours.owners.has(name))
      await destination.requireFree?.(strange, ours, lastAnswer)
    }
    // A photo that an earlier try delivered is ours.
    if (state !== 'sent' && place?.reason !== UNANSWERED) await requireOwnPhotoSeen(work, item, delivered)
    for (const { name } of files) ours.owners.set(name, employee_id)
    await noteSent()
    const receipt = found && found !== 'no' ? found : await destination.put(delivered, lastAnswer)
    await notePlace(photo, receipt)
    await getOwnPhotoStore().remove(delivery.id, employee_id, 'preview')
  } catch (thrown) {
    // The empty form differs from any plan: the next run sends the photo again, and until then it can be removed.
    if (thrown instanceof DestinationError && thrown.left)
      await notePlace({ ...photo, form: '' }, thrown.left)
    throw thrown
  } finally {
    releaseFiles()
  }
}

/**
 * Throws `photo_there` for the person's own photo, unless a reviewer has allowed exactly this photo to be replaced. In
 * that case, keeps a copy of it if the delivery puts photos back.
 */
async function requireOwnPhotoSeen(
  { delivery, destination, ourEntries, lastAnswer }: Work,
  { employee_id, reason }: DeliveryItemRow,
  delivered: DeliveredPhoto,
): Promise<void> {
  const own = await destination.readOwn?.(delivered, lastAnswer)
  if (!own) return
  if (reason !== REPLACES_PHOTO || !(await mayReplace(delivery.id, employee_id, own)))
    throw new DestinationError('photo_there')
  if (delivery.puts_back && !mayBeOurs(own, { employeeId: employee_id, ours: await ourEntries() }))
    await keepReplaced(delivery.id, employee_id, own)
}

/** Removes the photo of one person. Throws the reason when it may still be there. */
export async function takeAway(
  work: Work,
  { employee_id, reason, state }: DeliveryItemRow,
  noteSent: () => Promise<void>,
): Promise<void> {
  const { run, delivery, destination, places, lastAnswer } = work
  const place = places.get(employee_id)
  if (place?.state !== 'there') return
  if (reason === 'withdrawn') requireWithdrawn(work, employee_id)
  if (reason === 'left' && state === 'waiting') await requireGone(run, delivery, employee_id)
  // The destination never answered, so the photo there may be another one.
  if (place.reason === UNANSWERED) throw new DestinationError('changed_there')
  run.signal.throwIfAborted()
  await noteSent()
  const removal = await destination.remove(place.receipt, lastAnswer, place.person)
  // Unless an earlier try removed it, the photo is now somewhere else: in the system that fetched it, or behind a share
  // that is away.
  if (removal === 'gone' && state === 'waiting') throw new DestinationError('gone_there')
  const removed = { state: 'removed', reason, problem: null, removed_at: new Date().toISOString() } as const
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

/** Throws when the service now says something else about a person than the plan. The next run will know it too. */
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

/** Throws when the employee has approved a photo again: it stays until the next run delivers the new one. */
function requireWithdrawn({ run: { client }, delivery, roster }: Work, employeeId: number): void {
  const now = roster && (client.recent.lastSeen(employeeId) ?? roster.get(employeeId))
  if (now && toVersion(now, resolvedRequestSchema.parse(delivery.request).variant) !== null)
    throw new DeskError('changed_meanwhile')
}

async function fetchFiles(
  work: Work,
  item: DeliveryItemRow,
  { photo, begun }: Pick<Look, 'begun'> & { photo: DeliveryPhoto },
): Promise<{ files: DeliveryFile[]; releaseFiles: () => void }> {
  requireSame(work, item, photo)
  const { client, signal, doubts } = work.run
  const waiting = { signal, begun: doubts.whenAsked(item.employee_id, begun) }
  const { edited_at, variant, size, files } = photo
  const pins: (() => void)[] = []
  const releaseFiles = () => {
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
    return { files: fetched, releaseFiles }
  } catch (error) {
    releaseFiles()
    throw error
  }
}
