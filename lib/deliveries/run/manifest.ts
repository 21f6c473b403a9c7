import 'server-only'
import { toCsvFile } from '#lib/csv/write-csv.ts'
import { MANIFEST_COLUMNS } from '#lib/deliveries/destinations/file-tree.ts'
import { toStanding } from '#lib/deliveries/reasons.ts'
import type { DeliveryRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

/**
 * What lies at the destination now, for programs (UTF-8, commas): a line for each file that the desk has put there. It tells
 * nothing of a person but the name of their file, because others than HR may see the folder.
 */
export async function writeManifest({ id }: DeliveryRow): Promise<Buffer> {
  const places = await getDeliveryStore().places(id)
  const lines = places
    .filter(place => ['there', 'other_there'].includes(toStanding(place)))
    .flatMap(({ receipt, edited_at }) => receipt.places.map(file => [file, edited_at]))
  return toCsvFile([[...MANIFEST_COLUMNS], ...lines], {
    separator: ',',
    quotes: true,
    formulas: 'raw',
    byteOrderMark: false,
  })
}
