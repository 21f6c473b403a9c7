import 'server-only'
import type { OwnPhoto } from '#lib/deliveries/destinations/destination.ts'
import { toEntries } from '#lib/deliveries/destinations/entry-photos.ts'
import { hashBytes } from '#lib/deliveries/destinations/file-tree.ts'
import { destinationSettingsSchema, hasEntries } from '#lib/deliveries/destinations/settings.ts'
import { readEachAsync } from '#lib/read-each.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'
import { UNANSWERED } from './plan-run.ts'

/**
 * Entries that may hold a photo of the desk, from any delivery, and the versions of all photos that the desk has
 * delivered.
 */
export type OurEntries = {
  /** Identities and names, in lower case. */
  entries: ReadonlySet<string>
  versions: ReadonlySet<string>
  /** Employee ids whose photo may be in an unknown entry. */
  unanswered: ReadonlySet<number>
}

export async function listOurEntries(): Promise<OurEntries> {
  const [entries, versions, unanswered] = [new Set<string>(), new Set<string>(), new Set<number>()]
  await readEachAsync('deliveries', await getDeliveryStore().list(), async ({ id, destination }) => {
    if (!hasEntries(destinationSettingsSchema.parse(destination).kind)) return
    for (const { employee_id, state, reason, receipt } of await getDeliveryStore().places(id)) {
      if (reason === UNANSWERED) unanswered.add(employee_id)
      for (const entry of toEntries(receipt)) {
        if (entry.version !== null) versions.add(entry.version)
        if (state !== 'removed') for (const name of toNames(entry)) entries.add(name)
      }
    }
  })
  return { entries, versions, unanswered }
}

/**
 * True when the desk may have put this photo there itself. Such a photo must never be put back: its approval may be
 * withdrawn, and a destination may store photos in its own form.
 */
export function mayBeOurs(
  { entry, version, files }: OwnPhoto,
  { employeeId, ours }: { employeeId: number; ours: OurEntries },
): boolean {
  if (ours.unanswered.has(employeeId) || toNames(entry).some(name => ours.entries.has(name))) return true
  return [version, ...files.map(hashBytes)].some(known => ours.versions.has(known))
}

function toNames({ place, id }: OwnPhoto['entry']): string[] {
  return [place, ...(id === null ? [] : [id])].map(name => name.toLowerCase())
}
