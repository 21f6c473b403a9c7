import 'server-only'
import { DestinationError } from '#lib/deliveries/destinations/destination.ts'
import { isSameEntry, toEntries } from '#lib/deliveries/destinations/entry-photos.ts'
import { forgetReplaced, readReplaced } from '#lib/deliveries/own-photos.ts'
import { NOT_PUT_BACK, PUT_BACK } from '#lib/deliveries/reasons.ts'
import { describeError } from '#lib/describe-error.ts'
import { workOff } from '#lib/jobs/work-off.ts'
import { log } from '#lib/log.ts'
import { writeGuard } from '#lib/ports/write-guard.ts'
import type { DeliveryPlaceRow, DeliveryRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { getOwnPhotoStore, type OwnPhotoFacts } from '#lib/store/own-photo-store.ts'
import { UNANSWERED } from './plan-run.ts'
import { openFor, type RunningDelivery } from './running.ts'

/**
 * Puts photos that ours had replaced back into entries that no longer hold ours. A failure is noted with the person,
 * and the next run tries again.
 */
export async function putBackOwnPhotos(run: RunningDelivery, delivery: DeliveryRow): Promise<void> {
  const replaced = delivery.puts_back ? await getOwnPhotoStore().list(delivery.id, 'replaced') : []
  if (replaced.length === 0) return
  const places = new Map((await getDeliveryStore().places(delivery.id)).map(one => [one.employee_id, one]))
  const due = replaced.filter(own => !mayHoldOurs(places.get(own.employee_id), own))
  if (due.length === 0) return
  const destination = await openFor(run, delivery)
  await workOff({ left: null }, due, destination.atOnce, async ({ employee_id }) => {
    run.signal.throwIfAborted()
    await writeGuard.get().requireForCall()
    const own = await readReplaced(delivery.id, employee_id)
    const note = (problem: string) =>
      getDeliveryStore().updatePlace(delivery.id, employee_id, { problem }, ['removed'])
    try {
      // The secret was replaced, so nothing can open the photo.
      if (!own) throw new DestinationError('not_readable', { message: 'The kept photo cannot be opened.' })
      const done = await destination.putBack?.(own, run.signal)
      if (done === 'put_back') await note(PUT_BACK)
      await forgetReplaced(delivery.id, employee_id)
    } catch (thrown) {
      if (run.signal.aborted || !(thrown instanceof DestinationError)) throw thrown
      if (!thrown.isOfOnePerson && !thrown.isInDoubt) throw thrown
      await note(NOT_PUT_BACK)
      const told = { delivery: delivery.id, employee: employee_id, code: thrown.code }
      log('warn', 'own_photo_not_put_back', { ...told, ...describeError(thrown) })
    }
    return true
  })
}

function mayHoldOurs(place: DeliveryPlaceRow | undefined, { entry }: OwnPhotoFacts): boolean {
  if (!place || place.state === 'removed') return false
  return place.reason === UNANSWERED || toEntries(place.receipt).some(one => isSameEntry(one, entry))
}
