import 'server-only'
import { toAddress } from '#lib/deliveries/destinations/address.ts'
import { destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { DeskError } from '#lib/errors.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { readSizes } from '#lib/exports/plan/export-size.ts'
import { readFirstPage, readPeople } from '#lib/exports/plan/read-people.ts'
import { resolveScope } from '#lib/exports/plan/scope.ts'
import { requireTarget } from '#lib/exports/targets/get-targets.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'
import type {
  DeliveryItemRow,
  DeliveryPlaceRow,
  DeliveryRow,
  DeliveryRunRow,
} from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { FILE_THERE, planRun, whyReview } from './plan-run.ts'
import { openFor, type RunningDelivery } from './running.ts'

/**
 * Reads who there is, and writes the difference down. `review`: somebody has to read it first, and the destination was reached. Throws `list_empty` when the
 * service shows nobody although photos lie at the destination: that is no reason to take them all away.
 */
export async function makePlan(
  run: RunningDelivery,
  row: DeliveryRunRow,
  delivery: DeliveryRow,
): Promise<'deliver' | 'review'> {
  const { client, signal } = run
  const request = resolvedRequestSchema.parse(delivery.request)
  const places = await getDeliveryStore().places(delivery.id)
  const takesAllAway = row.takes_all_away
  const options = { signal, lane: 'background' } as const
  const { people, unreadable } = takesAllAway
    ? { people: [], unreadable: 0 }
    : await readRoster(run, delivery, places)
  const plan = planRun(people, {
    scope: await resolveScope(request.scope, async () => null),
    unreadable,
    target: requireTarget(request.target),
    variant: request.variant,
    size: request.size,
    naming: request.naming,
    sizes: takesAllAway ? [] : await readSizes(client, request, options),
    project: delivery.project,
    // A name that holds the day would be another one each day: it is the day on which the delivery was made.
    createdAt: new Date(delivery.created_at),
    timeZone: getEnv().timeZone,
    address: toAddress(destinationSettingsSchema.parse(delivery.destination)),
    places,
    takesAllAway,
  })
  const withThisKey = { ...row, key_fingerprint: client.keyFingerprint }
  const review = whyReview(plan, { delivery, run: withThisKey, places })
  const items = review ? await tellTaken(run, delivery, { items: plan.items, places }) : plan.items
  await getDeliveryRunStore().savePlan(row.id, items, {
    planned_at: new Date().toISOString(),
    key_fingerprint: client.keyFingerprint,
    unchanged: plan.unchanged,
    unreadable,
    review,
    ...(review && { state: 'review' as const }),
  })
  return review ? 'review' : 'deliver'
}

/** Whoever reads the plan sees whose new file would take the place of one that is not the desk's. */
async function tellTaken(
  run: RunningDelivery,
  delivery: DeliveryRow,
  { items, places }: { items: DeliveryItemRow[]; places: readonly DeliveryPlaceRow[] },
): Promise<DeliveryItemRow[]> {
  const destination = await openFor(run, delivery)
  const ours = new Set(places.flatMap(({ receipt }) => receipt.places))
  const toNames = ({ action, photo }: DeliveryItemRow) =>
    action === 'add' && photo ? photo.files.map(({ name }) => name).filter(name => !ours.has(name)) : []
  const taken = await destination.findTaken?.(items.flatMap(toNames), run.signal)
  return items.map(item =>
    toNames(item).some(name => taken?.has(name)) ? { ...item, reason: FILE_THERE } : item,
  )
}

/** Everybody of the project, as the service shows them now. Throws `list_empty`, see above. */
export async function readRoster(
  run: RunningDelivery,
  delivery: DeliveryRow,
  places: readonly DeliveryPlaceRow[],
): Promise<{ people: Employee[]; unreadable: number }> {
  const { client, signal } = run
  const request = resolvedRequestSchema.parse(delivery.request)
  const firstPage = await readFirstPage(client, request, { signal, lane: 'background' })
  const roster = await readPeople(client, request, { firstPage, signal })
  if (roster.people.length === 0 && places.some(({ state }) => state === 'there'))
    throw new DeskError('list_empty')
  run.rosterRead = { at: performance.now(), key: client.keyFingerprint }
  return roster
}
