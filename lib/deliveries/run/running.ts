import type { OpenDestination } from '#lib/deliveries/destinations/destination.ts'
import type { Run } from '#lib/jobs/job.ts'
import type { DeliveryRunRow } from '#lib/store/delivery-rows.ts'

/** What a run keeps in mind; a restart reads it again. */
export type RunMemory = {
  /** Open for as long as nothing goes wrong with it. */
  destination: OpenDestination | null
  /** How often the destination has stood in its way since something went well. */
  tries: number
  /** When the roster was read last (ms, monotonic), and with which key. */
  rosterRead: { at: number; key: string } | null
}
export type RunningDelivery = Run<DeliveryRunRow, RunMemory>
