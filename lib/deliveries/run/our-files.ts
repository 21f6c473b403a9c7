import 'server-only'
import { toFolderAddress } from '#lib/deliveries/destinations/address.ts'
import type { KnownFiles } from '#lib/deliveries/destinations/destination.ts'
import { toLying } from '#lib/deliveries/destinations/file-receipts.ts'
import { destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { readEachAsync } from '#lib/read-each.ts'
import type { DeliveryRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

/** Files that the desk has put into the folder of a delivery, including files of ended deliveries. */
export type OurFiles = KnownFiles & {
  /** Employee ids by file name, for this delivery. */
  owners: Map<string, number>
  /** Names of our files that are there, or must be removed by hand. */
  left: ReadonlySet<string>
}

export async function listOurFiles(delivery: DeliveryRow): Promise<OurFiles> {
  const [owners, left, contents] = [new Map<string, number>(), new Set<string>(), new Set<string>()]
  const lengths = new Set<number | null>()
  for (const { id } of await listInSameFolder(delivery))
    for (const { employee_id, state, receipt } of await getDeliveryStore().places(id))
      for (const { place, sha256, bytes } of toLying(receipt)) {
        if (state === 'there' && id === delivery.id) owners.set(place, employee_id)
        if (state !== 'removed') left.add(place)
        if (sha256 !== '') {
          contents.add(sha256)
          lengths.add(bytes)
        }
      }
  return { owners, left, contents, lengths }
}

/**
 * Lists all deliveries into this folder, including ended ones and this one. Lists none for destinations that are no
 * folder.
 */
export async function listInSameFolder({
  destination,
}: Pick<DeliveryRow, 'destination'>): Promise<DeliveryRow[]> {
  const toPlace = (settings: unknown) => toFolderAddress(destinationSettingsSchema.parse(settings))
  const here = await toPlace(destination)
  if (here === null) return []
  const places = await readEachAsync('deliveries', await getDeliveryStore().list(), async delivery => ({
    delivery,
    place: await toPlace(delivery.destination),
  }))
  return places.flatMap(({ delivery, place }) => (place === here ? [delivery] : []))
}
