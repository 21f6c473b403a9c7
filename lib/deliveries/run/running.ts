import 'server-only'
import type { OpenDestination } from '#lib/deliveries/destinations/destination.ts'
import { openDestination } from '#lib/deliveries/destinations/open-destination.ts'
import { destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { openSecrets } from '#lib/deliveries/secrets.ts'
import type { Run } from '#lib/jobs/job.ts'
import type { PhotoDoubts } from '#lib/photos/photo-doubts.ts'
import type { DeliveryRow, DeliveryRunRow } from '#lib/store/delivery-rows.ts'

/** State of a run in memory; after a restart it is read again. */
export type RunMemory = {
  /** Open until an error occurs or the run ends. */
  destination: OpenDestination | null
  /** Failures of the destination since the last success. */
  tries: number
  /** Time of the last read of the roster (ms, monotonic), and the key that read it. */
  rosterRead: { at: number; key: string } | null
  /** People whose photos could not be downloaded: the cause may be these photos, and not the service. */
  readonly doubts: PhotoDoubts
  /** True when a check has found another state than the stored one. */
  hasFoundOther: boolean
}
export type RunningDelivery = Run<DeliveryRunRow, RunMemory>

/** Returns the destination of this run, and opens it unless it is open. */
export async function openFor(run: RunningDelivery, delivery: DeliveryRow): Promise<OpenDestination> {
  const settings = destinationSettingsSchema.parse(delivery.destination)
  const { signal } = run
  run.destination ??= await openDestination(settings, await openSecrets(delivery), { signal })
  return run.destination
}
