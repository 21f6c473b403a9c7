import 'server-only'
import { listHandedOut } from '#lib/activity/list-activity.ts'
import type { Activity } from '#lib/contracts/activity.ts'
import type { DeliveryPerson, DeliveryPlaceRow, DeliveryRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

/** One place where a person's photo is or was, or one download of it. */
export type RecordLine = { employee_id: number; person: DeliveryPerson | null } & (
  | { kind: 'place'; delivery: DeliveryRow; place: DeliveryPlaceRow }
  /** A download, single or in a ZIP, which cannot be taken back. */
  | { kind: 'handed_out'; entry: Activity }
)

/** Lists everybody whose photo this delivery has delivered, each with the downloads of their photo. */
export async function listLinesOfDelivery(delivery: DeliveryRow): Promise<RecordLine[]> {
  const places = await getDeliveryStore().places(delivery.id)
  return listLines(places.map(place => ({ delivery, place })))
}

/** Lists the lines of one person over all deliveries, also when the service no longer knows them. */
export async function listLinesOfPerson(employeeId: number): Promise<RecordLine[]> {
  const found = await getDeliveryStore().placesOf(employeeId)
  return found.length > 0 ? listLines(found) : listLines([], [employeeId])
}

async function listLines(
  found: { delivery: DeliveryRow; place: DeliveryPlaceRow }[],
  ids = found.map(({ place }) => place.employee_id),
): Promise<RecordLine[]> {
  const people = new Map(found.map(({ place }) => [place.employee_id, place.person]))
  const handedOut = Map.groupBy(await listHandedOut(ids), ({ employee_id }) => employee_id)
  const placesOf = Map.groupBy(found, ({ place }) => place.employee_id)
  return [...new Set(ids)].flatMap(employee_id => {
    const whose = { employee_id, person: people.get(employee_id) ?? null }
    return [
      ...(placesOf.get(employee_id) ?? []).map(one => ({ ...whose, kind: 'place' as const, ...one })),
      ...(handedOut.get(employee_id) ?? []).map(one => ({
        ...whose,
        kind: 'handed_out' as const,
        entry: one.entry,
      })),
    ]
  })
}
