import 'server-only'
import { DESK } from '#lib/contracts/activity.ts'
import type { User } from '#lib/contracts/session.ts'
import {
  type Delivered,
  type Delivery,
  type DeliveryItem,
  type DeliveryRun,
  type PlaceOfPerson,
  scheduleSchema,
} from '#lib/deliveries/contract.ts'
import { hashBytes } from '#lib/deliveries/destinations/file-tree.ts'
import { type DestinationSettings, destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { DELIVERIES } from '#lib/deliveries/run/run-job.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { estimateJob } from '#lib/jobs/estimate.ts'
import { toShownState } from '#lib/jobs/pause.ts'
import { readEach, readEachAsync } from '#lib/read-each.ts'
import { canManageDeliveries } from '#lib/session/permissions.ts'
import type {
  DeliveryItemRow,
  DeliveryPlaceRow,
  DeliveryRow,
  DeliveryRunRow,
} from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { getOwnPhotoStore, type OwnPhotoDecision, type OwnPhotoFacts } from '#lib/store/own-photo-store.ts'

/** Returns a delivery as browsers may see it. */
export async function toDelivery(row: DeliveryRow, user: User): Promise<Delivery> {
  const request = resolvedRequestSchema.parse(row.request)
  const destination = destinationSettingsSchema.parse(row.destination)
  const [last] = await getDeliveryRunStore().listOf(row.id, 1)
  return {
    id: row.id,
    name: row.name,
    project_id: row.project_id,
    project: row.project,
    request,
    system: getTargets().find(({ id }) => id === request.target)?.name ?? null,
    destination: canManageDeliveries(user) ? destination : null,
    kind: destination.kind,
    where: toWhere(destination),
    schedule: scheduleSchema.parse(row.schedule),
    removals_percent: row.removals_percent,
    puts_back: row.puts_back,
    is_on: row.is_on,
    next_run_at: row.is_on ? row.next_run_at : null,
    failures: row.failures,
    confirmed: row.confirmed_at !== null,
    places: await getDeliveryStore().countPlaces(row.id),
    last_run: last ? await toDeliveryRun(last, row) : null,
    created_by: row.created_by,
    created_at: row.created_at,
    ended_at: row.ended_at,
  }
}

/** Lists deliveries, without those that cannot be read. */
export function toDeliveries(rows: readonly DeliveryRow[], user: User): Promise<Delivery[]> {
  return readEachAsync('deliveries', rows, row => toDelivery(row, user))
}

export async function toDeliveryRun(row: DeliveryRunRow, delivery: DeliveryRow): Promise<DeliveryRun> {
  const store = getDeliveryRunStore()
  const counts = await store.count(row.id)
  const changes = [counts.add, counts.change, counts.remove]
  const sum = (of: 'total' | 'done' | 'failed') => changes.reduce((all, count) => all + count[of], 0)
  const left = sum('total') - sum('done') - sum('failed')
  return {
    id: row.id,
    delivery_id: row.delivery_id,
    delivery: delivery.name,
    project_id: delivery.project_id,
    started_by: row.owner_id === DESK.id ? null : row.owner_email,
    takes_all_away: row.takes_all_away,
    ...toShownState(DELIVERIES, row),
    error: row.error,
    trouble: row.trouble,
    review: row.review,
    confirmed_by: row.confirmed_by,
    planned_at: row.planned_at,
    unchanged: row.unchanged,
    unreadable: row.unreadable,
    counts,
    reasons: await store.reasons(row.id),
    own_photos: row.state === 'review' ? await countOwnPhotos(row.delivery_id) : null,
    total: sum('total'),
    done: sum('done'),
    failed: sum('failed'),
    eta_seconds: row.trouble ? null : estimateJob(DELIVERIES, row, row.planned_at === null ? null : left),
    created_at: row.created_at,
    ended_at: row.ended_at,
  }
}

async function countOwnPhotos(deliveryId: string): Promise<Record<OwnPhotoDecision, number>> {
  const previews = await getOwnPhotoStore().list(deliveryId, 'preview')
  const replace = previews.filter(({ decision }) => decision === 'replace').length
  return { keep: previews.length - replace, replace }
}

/** `ownPhoto`: the person's own photo at the destination, while the run waits for a review. */
export function toDeliveryItem(
  { employee_id, person, photo, ...row }: DeliveryItemRow,
  ownPhoto?: OwnPhotoFacts,
): DeliveryItem {
  const { action, reason, state, problem } = row
  return {
    employee_id,
    ...person,
    action,
    reason,
    edited_at: photo?.edited_at ?? null,
    file_names: photo?.files.map(({ name }) => name) ?? [],
    state,
    problem,
    own_photo: ownPhoto
      ? { decision: ownPhoto.decision ?? 'keep', version: hashBytes(Buffer.from(ownPhoto.version)) }
      : null,
  }
}

export function toDelivered({ employee_id, person, receipt, ...row }: DeliveryPlaceRow): Delivered {
  const { state, edited_at, reason, problem, delivered_at, removed_at, removed_by } = row
  return {
    employee_id,
    ...person,
    ...{ state, edited_at, reason, problem, delivered_at, removed_at, removed_by },
    places: receipt.places,
  }
}

/** Lists the places where one person's photo is or was. */
export async function toPlacesOfPerson(employeeId: number): Promise<PlaceOfPerson[]> {
  const found = await getDeliveryStore().placesOf(employeeId)
  return readEach('delivery_places', found, ({ delivery, place }) => ({
    ...toDelivered(place),
    delivery_id: delivery.id,
    delivery: delivery.name,
    where: toWhere(destinationSettingsSchema.parse(delivery.destination)),
  }))
}

/** Returns the address in a few words, without credentials. */
function toWhere(destination: DestinationSettings): string {
  switch (destination.kind) {
    case 'folder':
      return destination.folder
    case 'sftp':
      return `${destination.host}:${destination.folder}`
    case 'ldap':
      // Earlier versions accepted invalid addresses.
      return URL.canParse(destination.url) ? new URL(destination.url).host : destination.url
    case 'microsoft-365':
      return destination.tenant
    case 'command':
      return destination.command
  }
}
