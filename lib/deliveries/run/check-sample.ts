import 'server-only'
import { DestinationError } from '#lib/deliveries/destinations/destination.ts'
import { destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import type { DeliveryPlaceRow, DeliveryRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { openFor } from './deliver.ts'
import type { RunningDelivery } from './running.ts'

/** Changes show within 24 hours (learn.microsoft.com/graph/api/resources/profilephoto): before, nothing can be told. */
const SHOWS_AFTER_MS = 24 * 60 * 60_000
/** Accounts that are looked at, once a day: the requests are for photos. */
const SAMPLE = 5

/**
 * Whether what was delivered a day ago is what people see: Microsoft 365 may take photos from elsewhere, and says nothing of it
 * when one is set. What is found is noted with the person; nothing is overwritten. A sample that cannot be read fails no run.
 */
export async function checkSample(run: RunningDelivery, delivery: DeliveryRow): Promise<void> {
  if (destinationSettingsSchema.parse(delivery.destination).kind !== 'microsoft-365') return
  const store = getDeliveryStore()
  const sample = pickSample(await store.places(delivery.id), new Date())
  if (sample.length === 0) return
  try {
    const { check } = await openFor(run, delivery)
    const found = { there: 0, other: 0, gone: 0 }
    for (const { employee_id, receipt } of sample) {
      const is = (await check?.(receipt, run.signal)) ?? 'there'
      found[is] += 1
      const reason = is === 'there' ? null : (`${is}_there` as const)
      const checked_at = new Date().toISOString()
      await store.updatePlace(delivery.id, employee_id, { checked_at, reason }, ['there'])
    }
    if (found.other + found.gone > 0) log('warn', 'sample_differs', { delivery: delivery.id, ...found })
  } catch (error) {
    if (!(error instanceof DestinationError)) throw error
    log('warn', 'sample_not_read', { delivery: delivery.id, code: error.code, ...describeError(error) })
  }
}

/** Of those whom nobody has looked at, some from all over the list; nobody when there was a sample within a day. */
export function pickSample(places: readonly DeliveryPlaceRow[], now: Date): DeliveryPlaceRow[] {
  const before = new Date(now.getTime() - SHOWS_AFTER_MS).toISOString()
  if (places.some(({ checked_at }) => checked_at !== null && checked_at > before)) return []
  const known = places.filter(
    ({ state, reason, checked_at, delivered_at }) =>
      state === 'there' && reason === null && checked_at === null && delivered_at < before,
  )
  const every = Math.max(1, Math.floor(known.length / SAMPLE))
  return known.filter((_, index) => index % every === 0).slice(0, SAMPLE)
}
