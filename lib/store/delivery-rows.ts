import 'server-only'
import { z } from 'zod'
import {
  DELIVERED_STATES,
  DELIVERY_ACTIONS,
  DELIVERY_ITEM_STATES,
  DELIVERY_RUN_STATES,
  PAUSE_REASONS,
  REVIEW_REASONS,
} from './enums.ts'
import { cancelledBy } from './job-states.ts'
import { flag, json } from './table.ts'

export const deliveryRow = z.object({
  id: z.string(),
  name: z.string(),
  project_id: z.number(),
  /** The project's number and name when the delivery was created. */
  project: json(z.object({ projektnummer: z.string(), name: z.string() })),
  /** Selection and form of its photos; parsed in `lib/exports/contract.ts`. */
  request: json(z.unknown()),
  /** Parsed by `lib/deliveries/destinations`. */
  destination: json(z.unknown()),
  /** Sealed credentials for the destination; null when it needs none. */
  secrets: z.string().nullable(),
  /** Parsed by `lib/deliveries/contract.ts`. */
  schedule: json(z.unknown()),
  /** A run that would remove a larger share of the delivered photos waits for a review. */
  removals_percent: z.number(),
  is_on: flag,
  /** Null while no run is scheduled. */
  next_run_at: z.string().nullable(),
  /** Consecutive failed runs. */
  failures: z.number(),
  /** When the first run was confirmed. */
  confirmed_at: z.string().nullable(),
  /** Key of the last completed run; a different key may belong to another customer. */
  key_fingerprint: z.string().nullable(),
  /** Whether photos that were replaced at their entries are restored when the delivered ones are removed. */
  puts_back: flag,
  /** Email of the account that created it. */
  created_by: z.string(),
  created_at: z.string(),
  /** When it was ended. It then delivers nothing; its photos at the destination are still listed. */
  ended_at: z.string().nullable(),
})

export const deliveryRunRow = z.object({
  id: z.string(),
  delivery_id: z.string(),
  /** The account that started it, or the desk itself. */
  owner_id: z.string(),
  owner_email: z.string(),
  /** True when the delivery is being ended: the run removes all its photos at the destination. */
  takes_all_away: flag,
  /** True when the run also asks about employees' own photos there, whatever was decided before. */
  asks_own_photos: flag,
  key_fingerprint: z.string(),
  state: z.enum(DELIVERY_RUN_STATES),
  pause_reason: z.enum(PAUSE_REASONS).nullable(),
  /** When it was cancelled; it ends as soon as its calls in flight have ended. */
  cancel_asked_at: z.string().nullable(),
  cancelled_by: cancelledBy,
  error: z.string().nullable(),
  /** Last obstacle and the time of the next try; null while there is none. */
  trouble: json(z.object({ code: z.string(), again_at: z.string() })).nullable(),
  review: z.enum(REVIEW_REASONS).nullable(),
  /** Email of the account that confirmed it after a review. */
  confirmed_by: z.string().nullable(),
  planned_at: z.string().nullable(),
  /** Employees whose photo is already delivered as it should be. */
  unchanged: z.number(),
  /** Employee records of the project that could not be read. */
  unreadable: z.number(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  /** True when it has ended and the consequences for its delivery are not stored yet. */
  is_unsettled: flag,
})

const person = z.object({
  first_name: z.string(),
  last_name: z.string(),
  mitarbeiternummer: z.string(),
  email: z.string(),
})

const entry = z.object({
  place: z.string(),
  id: z.string().nullable(),
  version: z.string().nullable(),
  server: z.string().optional(),
})

const receipt = z.object({
  places: z.array(z.string()),
  version: z.string().nullable(),
  /** Entries or accounts with their identities; missing for files and in rows of earlier versions. */
  entries: z.array(entry).optional(),
})

const pixels = z.object({ index: z.number(), label: z.string(), width: z.number(), height: z.number() })

/** The photo to be delivered and its sources. */
const photo = z.object({
  edited_at: z.string(),
  variant: z.enum(['standard', 'transparent']),
  /** Size of the service's photo; null for full size. */
  size: pixels.nullable(),
  /** `rendering` is parsed by `lib/exports/render`. */
  files: z.array(z.object({ name: z.string(), rendering: z.unknown() })),
  /** Differs when the delivered files were made in another way or under other names. */
  form: z.string(),
})

export const deliveryItemRow = z.object({
  position: z.number(),
  employee_id: z.number(),
  /** The employee's names when the plan was made. */
  person: json(person),
  action: z.enum(DELIVERY_ACTIONS),
  reason: z.string().nullable(),
  photo: json(photo).nullable(),
  state: z.enum(DELIVERY_ITEM_STATES),
  /** Error code of a failed item. */
  problem: z.string().nullable(),
})

export const deliveryPlaceRow = z.object({
  employee_id: z.number(),
  person: json(person),
  edited_at: z.string(),
  form: z.string(),
  receipt: json(receipt),
  state: z.enum(DELIVERED_STATES),
  /** Why it was removed, or must be. */
  reason: z.string().nullable(),
  /** Error code when the desk could not remove it, or of the restoration of the photo that it had replaced. */
  problem: z.string().nullable(),
  delivered_at: z.string(),
  /** When the desk last checked that it is still there; null: not since its delivery. */
  checked_at: z.string().nullable(),
  removed_at: z.string().nullable(),
  /** Email of the account that removed it by hand; null when the desk did. */
  removed_by: z.string().nullable(),
})

export type DeliveryRow = z.output<typeof deliveryRow>
export type DeliveryRunRow = z.output<typeof deliveryRunRow>
export type DeliveryItemRow = z.output<typeof deliveryItemRow>
export type DeliveryPlaceRow = z.output<typeof deliveryPlaceRow>
export type DeliveryPhoto = z.output<typeof photo>
export type DeliveryPerson = z.output<typeof person>
