import 'server-only'
import { toStanding } from '#lib/deliveries/reasons.ts'
import { compareText } from '#lib/i18n/compare-text.ts'
import { contains, fold, toWords } from '#lib/i18n/fold.ts'
import type {
  DeliveryItemRow,
  DeliveryPlaceRow,
  DeliveryRow,
  DeliveryRunRow,
} from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

/**
 * Finds the places of people's photos: first those to be removed by hand, then those that differ from what was
 * delivered.
 */
export async function findPlaces({ id }: DeliveryRow, query: string): Promise<DeliveryPlaceRow[]> {
  return findPeople(await getDeliveryStore().places(id), query, place => {
    if (place.state === 'by_hand') return 0
    return toStanding(place) === place.state ? 2 : 1
  })
}

/** Finds the items of a run: failed ones first, then new photos with a remark. */
export async function findItems(
  { id }: DeliveryRunRow,
  { q, action }: { q: string; action?: DeliveryItemRow['action'] | undefined },
): Promise<DeliveryItemRow[]> {
  const items = await getDeliveryRunStore().items(id)
  const asked = items.filter(item => action === undefined || item.action === action)
  return findPeople(asked, q, ({ state, action, reason }) => {
    if (state === 'failed') return 0
    return action === 'add' && reason !== null ? 1 : 2
  })
}

/** Finds people like their table does (decision 015), sorted by rank and then by last name. */
function findPeople<Row extends Pick<DeliveryPlaceRow, 'person'>>(
  rows: readonly Row[],
  query: string,
  toRank: (row: Row) => number,
): Row[] {
  const words = toWords(query)
  const isMeant = ({ person }: Row) => {
    const text = fold(Object.values(person).join(' '))
    return words.every(word => contains(text, word))
  }
  return rows
    .filter(isMeant)
    .sort(
      (one, other) =>
        toRank(one) - toRank(other) ||
        compareText(one.person.last_name, other.person.last_name) ||
        compareText(one.person.first_name, other.person.first_name),
    )
}
