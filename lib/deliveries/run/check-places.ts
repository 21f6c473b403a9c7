import 'server-only'
import { DESK } from '#lib/contracts/activity.ts'
import { DestinationError } from '#lib/deliveries/destinations/destination.ts'
import { type DestinationKind, destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import type { DeliveryPlaceRow, DeliveryRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { UNANSWERED } from './plan-run.ts'
import { openFor, type RunningDelivery } from './running.ts'

const DAY_MS = 24 * 60 * 60_000

type Check = {
  /** Milliseconds until a delivered photo shows at the destination. */
  showsAfterMs: number
  /** Size of the sample among places that were never checked. Null: all places are checked each time. */
  sample: number | null
}

const CHECKS: Partial<Record<DestinationKind, Check>> = {
  folder: { showsAfterMs: 0, sample: null },
  sftp: { showsAfterMs: 0, sample: null },
  ldap: { showsAfterMs: 0, sample: null },
  // Changes show within 24 hours (learn.microsoft.com/graph/api/resources/profilephoto). Only a sample is checked,
  // because the requests are needed for photos.
  'microsoft-365': { showsAfterMs: DAY_MS, sample: 5 },
}

/**
 * Checks whether delivered photos are still there, once a day and when a user starts a run. Files are moved and
 * replaced, and Microsoft 365 may silently take photos from elsewhere. Findings are noted with the person. Nothing is
 * delivered again unless a user asks for it, because the system may have fetched the file. A sample that cannot be read
 * fails no run.
 */
export async function checkPlaces(run: RunningDelivery, delivery: DeliveryRow): Promise<void> {
  const { kind } = destinationSettingsSchema.parse(delivery.destination)
  const how = CHECKS[kind]
  if (!how || run.row.takes_all_away) return
  const store = getDeliveryStore()
  const isAsked = run.row.owner_id !== DESK.id
  const now = new Date()
  const shown = new Date(now.getTime() - how.showsAfterMs).toISOString()
  // Photos that this run delivered need no check.
  const before = run.row.created_at < shown ? run.row.created_at : shown
  const { sample } = how
  const picked = pickPlaces(await store.places(delivery.id), { sample, before, isAsked, now })
  if (picked.length === 0) return
  try {
    const { check } = await openFor(run, delivery)
    const found = await check?.(
      picked.map(({ receipt }) => receipt),
      run.signal,
    )
    for (const [index, is] of found?.entries() ?? []) {
      const place = picked[index]
      if (is === null || !place) continue
      const reason = is === 'there' ? null : (`${is}_there` as const)
      run.hasFoundOther ||= place.reason !== reason
      await store.updatePlace(delivery.id, place.employee_id, { checked_at: now.toISOString(), reason }, [
        'there',
      ])
    }
    const differ = found?.filter(is => is === 'gone' || is === 'other').length ?? 0
    if (differ > 0) log('warn', 'places_differ', { delivery: delivery.id, differ })
  } catch (error) {
    if (!(error instanceof DestinationError) || sample === null) throw error
    log('warn', 'sample_not_read', { delivery: delivery.id, code: error.code, ...describeError(error) })
  }
}

/**
 * Picks places to check among photos delivered before this time. Picks none after a check within a day, unless a user
 * started the run and the destination is checked completely. A sample is spread over the whole list.
 */
export function pickPlaces(
  places: readonly DeliveryPlaceRow[],
  { sample, before, isAsked, now }: Pick<Check, 'sample'> & { before: string; isAsked: boolean; now: Date },
): DeliveryPlaceRow[] {
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString()
  const isRecent = places.some(({ checked_at }) => checked_at !== null && checked_at > yesterday)
  if (isRecent && (sample !== null || !isAsked)) return []
  const known = places.filter(
    ({ state, reason, delivered_at }) => state === 'there' && reason !== UNANSWERED && delivered_at < before,
  )
  if (sample === null) return known
  const unseen = known.filter(({ reason, checked_at }) => reason === null && checked_at === null)
  const every = Math.max(1, Math.floor(unseen.length / sample))
  return unseen.filter((_, index) => index % every === 0).slice(0, sample)
}
