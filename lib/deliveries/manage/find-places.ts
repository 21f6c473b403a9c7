import 'server-only'
import { compareText, contains, fold, toWords } from '#lib/i18n/fold.ts'
import type { DeliveryPlaceRow, DeliveryRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

/** Where whose photo lies or has lain, what somebody has to do first, then by last name; found as people are in their table (decision 015). */
export async function findPlaces({ id }: DeliveryRow, query: string): Promise<DeliveryPlaceRow[]> {
  const words = toWords(query)
  const isMeant = ({ person }: DeliveryPlaceRow) => {
    const text = fold(Object.values(person).join(' '))
    return words.every(word => contains(text, word))
  }
  const found = (await getDeliveryStore().places(id)).filter(isMeant)
  return found.sort(
    ({ person: one, state }, { person: other, state: otherState }) =>
      Number(otherState === 'by_hand') - Number(state === 'by_hand') ||
      compareText(one.last_name, other.last_name) ||
      compareText(one.first_name, other.first_name),
  )
}
