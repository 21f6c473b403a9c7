import 'server-only'
import type { OpenDestination } from '#lib/deliveries/destinations/destination.ts'
import { openDestination } from '#lib/deliveries/destinations/open-destination.ts'
import { destinationSettingsSchema } from '#lib/deliveries/destinations/settings.ts'
import { openSecrets } from '#lib/deliveries/secrets.ts'
import type { Run } from '#lib/jobs/job.ts'
import type { PhotoDoubts } from '#lib/photos/photo-doubts.ts'
import type { DeliveryRow, DeliveryRunRow } from '#lib/store/delivery-rows.ts'

/** What a run keeps in mind; a restart reads it again. */
export type RunMemory = {
  /** Open for as long as nothing goes wrong with it. */
  destination: OpenDestination | null
  /** How often the destination has stood in its way since something went well. */
  tries: number
  /** When the roster was read last (ms, monotonic), and with which key. */
  rosterRead: { at: number; key: string } | null
  /** Whose photos may be what does not come, and not the service. */
  readonly doubts: PhotoDoubts
  /** What it has looked at lies there otherwise than was known. */
  hasFoundOther: boolean
}
export type RunningDelivery = Run<DeliveryRunRow, RunMemory>

/** The destination, opened for this run if it is not yet. */
export async function openFor(run: RunningDelivery, delivery: DeliveryRow): Promise<OpenDestination> {
  const settings = destinationSettingsSchema.parse(delivery.destination)
  const { signal } = run
  run.destination ??= await openDestination(settings, await openSecrets(delivery), { signal })
  return run.destination
}
