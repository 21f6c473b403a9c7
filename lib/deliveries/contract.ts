/** Deliveries, their runs, and the places of people's photos: `/api/deliveries`. */
import { z } from 'zod/mini'
import { exportRequestSchema, resolvedRequestSchema } from '#lib/exports/contract.ts'
import { MAIL_TROUBLES } from '#lib/mail/mail-trouble.ts'
import {
  DELIVERED_STATES,
  DELIVERY_ACTIONS,
  DELIVERY_ITEM_STATES,
  DELIVERY_RUN_STATES,
  OWN_PHOTO_DECISIONS,
  PAUSE_REASONS,
  REVIEW_REASONS,
} from '#lib/store/enums.ts'
import { DESTINATION_ERRORS } from './destinations/errors.ts'
import {
  DESTINATION_KINDS,
  destinationAccessSchema,
  destinationInputSchema,
  destinationSecretsSchema,
  destinationSettingsSchema,
} from './destinations/settings.ts'

const NAME_MAX = 80
const REMOVALS_PERCENT = 10

const id = z.int().check(z.positive())
const count = z.int().check(z.nonnegative())
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** Times at which a delivery runs by itself, in the desk's time zone. Weekdays start with 1 for Monday (ISO 8601). */
export const scheduleSchema = z.discriminatedUnion('kind', [
  /** Checks for changes every few minutes. */
  z.strictObject({ kind: z.literal('at_once') }),
  z.strictObject({ kind: z.literal('daily'), at: time }),
  z.strictObject({
    kind: z.literal('weekly'),
    weekday: z.int().check(z.minimum(1), z.maximum(7)),
    at: time,
  }),
  z.strictObject({ kind: z.literal('by_hand') }),
])
export const SCHEDULE_KINDS = ['at_once', 'daily', 'weekly', 'by_hand'] as const

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX))
const percent = z.int().check(z.minimum(0), z.maximum(100))

/** Body of `POST /api/deliveries`, which answers 201 with `deliveryResponse`. The first run has then begun to plan. */
export const newDeliverySchema = z.strictObject({
  name,
  /** People, photos and form, in the terms of an export. An earlier export is no valid scope of a delivery. */
  request: exportRequestSchema,
  destination: destinationInputSchema,
  secrets: destinationSecretsSchema,
  schedule: scheduleSchema,
  removals_percent: z._default(percent, REMOVALS_PERCENT),
  /** True when photos that were replaced in entries and accounts are put back once ours are removed. */
  puts_back: z._default(z.boolean(), true),
})

/**
 * Body of `PATCH /api/deliveries/{deliveryId}`. Editors may send only `is_on`. Omitted secrets, and omitted fields of
 * `access`, stay as they are. The destination cannot change, because photos at it are known by their places there:
 * another destination is another delivery.
 */
export const deliveryChangeSchema = z.strictObject({
  name: z.optional(name),
  is_on: z.optional(z.boolean()),
  schedule: z.optional(scheduleSchema),
  removals_percent: z.optional(percent),
  puts_back: z.optional(z.boolean()),
  access: z.optional(destinationAccessSchema),
  secrets: z.optional(destinationSecretsSchema),
})

/** Body of `PUT /api/deliveries/{deliveryId}/runs/{runId}/own-photos`. Without `employee_ids` it is about everybody. */
export const ownPhotoChoiceSchema = z.strictObject({
  decision: z.enum(OWN_PHOTO_DECISIONS),
  employee_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(1000))),
})

/** Body of `POST /api/deliveries/test`. Secrets that the desk has sealed are sent to no address but their own. */
export const destinationTestSchema = z.strictObject({
  destination: destinationInputSchema,
  secrets: destinationSecretsSchema,
})

/** Query of the record: a table for spreadsheets, or a page to print. */
export const recordQuerySchema = z.strictObject({ format: z.enum(['csv', 'html']) })

/** Body of `POST /api/deliveries/host-key`, sent before the destination can be tested. */
export const hostKeyInputSchema = z.strictObject({
  host: z.string().check(z.trim(), z.minLength(1), z.maxLength(253), z.regex(/^[\w.:-]+$/)),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
})

/** `error`: the error of the destination; `deliveries.errors` in the texts. */
export const destinationTestResponse = z.object({
  data: z.object({
    findings: z.array(
      z.object({
        code: z.string(),
        values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
      }),
    ),
    error: z.nullable(z.enum(DESTINATION_ERRORS)),
  }),
})

/** Answer of `POST /api/deliveries/test-mail`. `trouble`: why no mail was sent; null when the server took it. */
export const testMailResponse = z.object({ data: z.object({ trouble: z.nullable(z.enum(MAIL_TROUBLES)) }) })

/** `host_key` is null when the server did not answer; `error` gives the reason. */
export const hostKeyResponse = z.object({
  data: z.object({ host_key: z.nullable(z.string()), error: z.nullable(z.enum(DESTINATION_ERRORS)) }),
})

const itemCountSchema = z.object({ total: count, done: count, failed: count })

export const deliveryRunSchema = z.object({
  id: z.string(),
  delivery_id: z.string(),
  delivery: z.string(),
  project_id: id,
  /** E-mail of the user who started the run; null when its schedule did. */
  started_by: z.nullable(z.string()),
  takes_all_away: z.boolean(),
  state: z.enum(DELIVERY_RUN_STATES),
  pause_reason: z.nullable(z.enum(PAUSE_REASONS)),
  /** Code of the error that ended a `failed` run. */
  error: z.nullable(z.string()),
  /** The last problem with the destination, and the time of the next try. */
  trouble: z.nullable(z.object({ code: z.string(), again_at: z.string() })),
  review: z.nullable(z.enum(REVIEW_REASONS)),
  confirmed_by: z.nullable(z.string()),
  /** Null while the run reads the list of people. */
  planned_at: z.nullable(z.string()),
  unchanged: count,
  unreadable: count,
  counts: z.object({
    add: itemCountSchema,
    change: itemCountSchema,
    remove: itemCountSchema,
    cannot: itemCountSchema,
  }),
  reasons: z.array(z.object({ action: z.enum(DELIVERY_ACTIONS), reason: z.string(), count })),
  /** Number of people's own photos at the destination, by decision; null unless the run waits for a review. */
  own_photos: z.nullable(z.object({ keep: count, replace: count })),
  /** Changes of the run, and how many of them have ended with or without success, for a progress bar. */
  total: count,
  done: count,
  failed: count,
  eta_seconds: z.nullable(count),
  created_at: z.string(),
  ended_at: z.nullable(z.string()),
})

/** Answer of `GET /api/deliveries/{deliveryId}/runs/{runId}`, and of calls that change a run. */
export const deliveryRunResponse = z.object({ data: deliveryRunSchema })

/** `differing`: those of `there` for which a check found something else at the destination. */
const deliveredCountsSchema = z.object({ there: count, by_hand: count, removed: count, differing: count })
const localizedSchema = z.object({ de: z.string(), en: z.string() })

const deliverySchema = z.object({
  id: z.string(),
  name: z.string(),
  project_id: id,
  project: z.object({ projektnummer: z.string(), name: z.string() }),
  request: resolvedRequestSchema,
  /** Name of the receiving system; null when the desk no longer has it. */
  system: z.nullable(localizedSchema),
  /** Settings without credentials; null for users who may not manage deliveries. They read `kind` and `where`. */
  destination: z.nullable(destinationSettingsSchema),
  kind: z.enum(DESTINATION_KINDS),
  /** The destination's address in a few words: a folder, a host. */
  where: z.string(),
  schedule: scheduleSchema,
  removals_percent: percent,
  puts_back: z.boolean(),
  is_on: z.boolean(),
  next_run_at: z.nullable(z.string()),
  failures: count,
  /** True when the first run was confirmed. */
  confirmed: z.boolean(),
  places: deliveredCountsSchema,
  last_run: z.nullable(deliveryRunSchema),
  created_by: z.string(),
  created_at: z.string(),
  ended_at: z.nullable(z.string()),
})

/** Answer of `GET` and `PATCH /api/deliveries/{deliveryId}`. */
export const deliveryResponse = z.object({ data: deliverySchema })

/** `GET /api/deliveries/{deliveryId}/runs`: newest first. */
export const deliveryRunListResponse = z.object({ data: z.array(deliveryRunSchema) })

const personSchema = z.object({
  employee_id: id,
  first_name: z.string(),
  last_name: z.string(),
  mitarbeiternummer: z.string(),
  email: z.string(),
})

const deliveryItemSchema = z.object({
  ...personSchema.shape,
  action: z.enum(DELIVERY_ACTIONS),
  /** Reason for the action, or why nothing can be done; `deliveries.reasons` in the texts. */
  reason: z.nullable(z.string()),
  /** Edit time of the photo to be delivered; null without one. */
  edited_at: z.nullable(z.string()),
  file_names: z.array(z.string()),
  state: z.enum(DELIVERY_ITEM_STATES),
  problem: z.nullable(z.string()),
  /** The person's own photo at the destination, while the run waits for a review. */
  own_photo: z.nullable(z.object({ decision: z.enum(OWN_PHOTO_DECISIONS), version: z.string() })),
})

const pagesSchema = z.object({ current_page: z.int(), last_page: z.int(), per_page: z.int(), total: count })

/** Answer of `GET /api/deliveries/{deliveryId}/runs/{runId}/items`. */
export const deliveryItemListResponse = z.object({ data: z.array(deliveryItemSchema), meta: pagesSchema })

const deliveredSchema = z.object({
  ...personSchema.shape,
  state: z.enum(DELIVERED_STATES),
  edited_at: z.string(),
  /** File names, the DN of an entry or the account. */
  places: z.array(z.string()),
  reason: z.nullable(z.string()),
  /** Code of why the desk could not remove it. */
  problem: z.nullable(z.string()),
  delivered_at: z.string(),
  removed_at: z.nullable(z.string()),
  /** E-mail of the user who removed it by hand. */
  removed_by: z.nullable(z.string()),
})

/** Answer of `GET /api/deliveries/{deliveryId}/places`. */
export const deliveredListResponse = z.object({ data: z.array(deliveredSchema), meta: pagesSchema })

/** Answer of `GET /api/employees/{employeeId}/places`. */
export const placesOfPersonResponse = z.object({
  data: z.array(
    z.object({ ...deliveredSchema.shape, delivery_id: z.string(), delivery: z.string(), where: z.string() }),
  ),
})

/** Additional work of a run that a user starts. */
export type RunAgain = 'differing' | 'own_photos'
export type OwnPhotoChoice = z.infer<typeof ownPhotoChoiceSchema>
export type RecordFormat = z.infer<typeof recordQuerySchema>['format']
export type Schedule = z.infer<typeof scheduleSchema>
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number]
export type NewDelivery = z.infer<typeof newDeliverySchema>
export type NewDeliveryInput = z.input<typeof newDeliverySchema>
export type DeliveryChange = z.infer<typeof deliveryChangeSchema>
export type Delivery = z.infer<typeof deliverySchema>
export type DeliveryRun = z.infer<typeof deliveryRunSchema>
export type DeliveryItem = z.infer<typeof deliveryItemSchema>
export type Delivered = z.infer<typeof deliveredSchema>
export type PlaceOfPerson = z.infer<typeof placesOfPersonResponse>['data'][number]
export type DestinationTest = z.infer<typeof destinationTestResponse>['data']
