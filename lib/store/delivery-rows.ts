import 'server-only'
import { z } from 'zod'
import { cancelledBy } from './job-states.ts'
import { flag, json } from './table.ts'
import {
  DELIVERED_STATES,
  DELIVERY_ACTIONS,
  DELIVERY_ITEM_STATES,
  DELIVERY_RUN_STATES,
  PAUSE_REASONS,
  REVIEW_REASONS,
} from './words.ts'

export const deliveryRow = z.object({
  id: z.string(),
  name: z.string(),
  project_id: z.number(),
  /** As it was called when the delivery was made. */
  project: json(z.object({ projektnummer: z.string(), name: z.string() })),
  /** Whose photos in which form, as `lib/exports/contract.ts` has it; parsed there. */
  request: json(z.unknown()),
  /** Parsed by `lib/deliveries/destinations`. */
  destination: json(z.unknown()),
  /** What the desk signs in with at the destination, sealed; null where it signs in nowhere. */
  secrets: z.string().nullable(),
  /** Parsed by `lib/deliveries/contract.ts`. */
  schedule: json(z.unknown()),
  /** A run that would take away a larger share of what lies there waits for somebody. */
  removals_percent: z.number(),
  is_on: flag,
  /** Null while nothing is to run by itself. */
  next_run_at: z.string().nullable(),
  /** Runs that have failed one after the other. */
  failures: z.number(),
  /** When somebody has let the first run go. */
  confirmed_at: z.string().nullable(),
  /** The key of the last run that came to its end: another one may belong to another customer. */
  key_fingerprint: z.string().nullable(),
  /** Photos that were replaced at their entries are put back when ours leave. */
  puts_back: flag,
  /** E-mail of who made it. */
  created_by: z.string(),
  created_at: z.string(),
  /** It delivers nothing any more; what lies there is still known. */
  ended_at: z.string().nullable(),
})

export const deliveryRunRow = z.object({
  id: z.string(),
  delivery_id: z.string(),
  /** Who pressed the button, or the desk itself. */
  owner_id: z.string(),
  owner_email: z.string(),
  /** The delivery is being ended: everything that lies there goes. */
  takes_all_away: flag,
  /** It also asks about photos that people have there of their own, whatever was decided before. */
  asks_own_photos: flag,
  key_fingerprint: z.string(),
  state: z.enum(DELIVERY_RUN_STATES),
  pause_reason: z.enum(PAUSE_REASONS).nullable(),
  /** When somebody cancelled it; it has ended as soon as its calls in flight have. */
  cancel_asked_at: z.string().nullable(),
  cancelled_by: cancelledBy,
  error: z.string().nullable(),
  /** What stood in its way last, and when it tries again; null while nothing does. */
  trouble: json(z.object({ code: z.string(), again_at: z.string() })).nullable(),
  review: z.enum(REVIEW_REASONS).nullable(),
  /** E-mail of who has let it go after reading. */
  confirmed_by: z.string().nullable(),
  planned_at: z.string().nullable(),
  /** People whose photo lies there as it should. */
  unchanged: z.number(),
  /** Records of the project that could not be read. */
  unreadable: z.number(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  /** It has ended, and what that means for its delivery is not written down yet. */
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

/** What is to lie at the destination, and what it is made of. */
const photo = z.object({
  edited_at: z.string(),
  variant: z.enum(['standard', 'transparent']),
  /** Of the service's photo; null for the full size. */
  size: pixels.nullable(),
  /** `rendering` is parsed by `lib/exports/render`. */
  files: z.array(z.object({ name: z.string(), rendering: z.unknown() })),
  /** Says whether what lies there was made in the same way, under the same names. */
  form: z.string(),
})

export const deliveryItemRow = z.object({
  position: z.number(),
  employee_id: z.number(),
  /** As they were called when the plan was made. */
  person: json(person),
  action: z.enum(DELIVERY_ACTIONS),
  reason: z.string().nullable(),
  photo: json(photo).nullable(),
  state: z.enum(DELIVERY_ITEM_STATES),
  /** Code of why it failed. */
  problem: z.string().nullable(),
})

export const deliveryPlaceRow = z.object({
  employee_id: z.number(),
  person: json(person),
  edited_at: z.string(),
  form: z.string(),
  receipt: json(receipt),
  state: z.enum(DELIVERED_STATES),
  /** Why it was taken away, or must be. */
  reason: z.string().nullable(),
  /** Code of why the desk could not take it away, or of what became of the photo that it had replaced. */
  problem: z.string().nullable(),
  delivered_at: z.string(),
  /** When the desk has looked last whether it is still there; null: not since it came. */
  checked_at: z.string().nullable(),
  removed_at: z.string().nullable(),
  /** E-mail of who has taken it away by hand; null: the desk did. */
  removed_by: z.string().nullable(),
})

export type DeliveryRow = z.output<typeof deliveryRow>
export type DeliveryRunRow = z.output<typeof deliveryRunRow>
export type DeliveryItemRow = z.output<typeof deliveryItemRow>
export type DeliveryPlaceRow = z.output<typeof deliveryPlaceRow>
export type DeliveryPhoto = z.output<typeof photo>
export type DeliveryPerson = z.output<typeof person>
