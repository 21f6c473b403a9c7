import 'server-only'
import { toCsvFile } from '#lib/csv/write-csv.ts'
import { MANIFEST_COLUMNS } from '#lib/deliveries/destinations/file-tree.ts'
import { toStanding } from '#lib/deliveries/reasons.ts'
import type { DeliveryRow } from '#lib/store/delivery-rows.ts'
import { getDeliveryRunStore } from '#lib/store/delivery-run-store.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { openFor, type RunningDelivery } from './running.ts'

/**
 * Writes the list of our files, for destinations that take one. Writes it after changes, after a check that found
 * changes, and when the run before did not complete. Deletes it when no file of ours is left for good.
 */
export async function writeList(run: RunningDelivery, delivery: DeliveryRow): Promise<void> {
  const { signal } = run
  const { id, takes_all_away } = run.row
  const store = getDeliveryRunStore()
  const { add, change, remove } = await store.count(id)
  const before = (await store.listOf(delivery.id, 2)).find(other => other.id !== id)
  const isOther = add.done + change.done + remove.done > 0 || run.hasFoundOther
  if (!isOther && !takes_all_away && (!before || before.state === 'done')) return
  const destination = await openFor(run, delivery)
  await destination.finish(await toManifest(delivery), signal)
  if (!takes_all_away) return
  const { there, by_hand } = await getDeliveryStore().countPlaces(delivery.id)
  if (there + by_hand === 0) await destination.leave?.(signal)
}

/**
 * Returns the list of our files at the destination, for programs (UTF-8, commas), with one line for each. It contains
 * nothing about a person but the name of their file, because others than HR may see the folder.
 */
async function toManifest({ id }: DeliveryRow): Promise<Buffer> {
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
