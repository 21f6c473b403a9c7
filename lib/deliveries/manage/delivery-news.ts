import 'server-only'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

/** Something about a delivery that needs a person. `count`: photos to be removed by hand. */
export type DeliveryNews = { id: string; name: string; what: 'review' | 'failed' | 'by_hand'; count: number }

/** Lists what needs a person, across all deliveries. Makes no call to the service. */
export async function listDeliveryNews(): Promise<DeliveryNews[]> {
  const rows = await getDeliveryStore().list()
  const news = await Promise.all(
    rows.map(async ({ id, name }): Promise<DeliveryNews[]> => {
      const [last] = await getDeliveryRunStore().listOf(id, 1)
      const { by_hand: count } = await getDeliveryStore().countPlaces(id)
      const state = last?.state === 'review' || last?.state === 'failed' ? last.state : null
      return [
        ...(state ? [{ id, name, what: state, count: 0 }] : []),
        ...(count > 0 ? [{ id, name, what: 'by_hand' as const, count }] : []),
      ]
    }),
  )
  return news.flat()
}
