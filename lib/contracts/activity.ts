/** Schemas and enums of the activity log, for the server and for browsers. */
import { z } from 'zod/mini'
import { PHOTO_VARIANTS } from '#lib/portrait-api/contract.ts'
import { ACTIVITY_ACTIONS, ACTIVITY_OUTCOMES, SIGN_IN_METHODS } from '#lib/store/enums.ts'

export { ACTIVITY_OUTCOMES, SIGN_IN_METHODS }

/** Actor of commands that are run on the server. No account has this id. */
export const OPERATOR = 'operator'

/** Actor of what the desk does by itself. No account has this id. */
export const DESK = { id: 'desk', email: '' } as const

/** Kinds of changes to many employees at once. Each employee gets an entry of their own. */
const BULK_KINDS = ['delete', 'locale', 'undo', 'import'] as const

/** Fields of an employee or an account whose old and new value an entry may contain. */
const ACTIVITY_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'mitarbeiternummer',
  'locale',
  'role',
  'status',
] as const

const id = z.int().check(z.positive())
const value = z.nullable(z.string().check(z.maxLength(1000)))

const pixels = z.int().check(z.nonnegative())
const sizeSchema = z.strictObject({
  index: z.int().check(z.nonnegative()),
  label: z.string(),
  width: pixels,
  height: pixels,
})
/** Kinds of changes to a delivery, as the log names them. */
export const DELIVERY_ALTERATIONS = [
  'on',
  'off',
  'name',
  'schedule',
  'removals_percent',
  'puts_back',
  'access',
  'secrets',
] as const

/** A file that the desk makes from each photo for a receiving system. */
const fileSchema = z.strictObject({ format: z.enum(['jpeg', 'png', 'webp']), width: pixels, height: pixels })
const personSchema = z.strictObject({ name: z.string(), mitarbeiternummer: z.nullable(z.string()) })
/** Old entries have no `id`. */
const createdSchema = z.extend(personSchema, { id: z.optional(id) })
const changeSchema = z.strictObject({ field: z.enum(ACTIVITY_FIELDS), old: value, new: value })

/**
 * Everything that an entry may contain. The object is strict, so a key, password or token cannot get into the log as
 * part of a larger object: unknown properties are rejected.
 */
export const activityDetailsSchema = z.strictObject({
  /** The employee's name and number at that time: entries stay readable after the employee is deleted. */
  person: z.optional(personSchema),
  /** The created employees. */
  people: z.optional(z.array(createdSchema).check(z.maxLength(200))),
  /** An empty list: saved without any difference. */
  changes: z.optional(z.array(changeSchema).check(z.maxLength(ACTIVITY_FIELDS.length))),
  /**
   * Photos of an export, people on a list, or 1 for an employee deleted with photos. Null: everybody whose photo was
   * approved.
   */
  count: z.optional(z.nullable(z.int().check(z.nonnegative()))),
  /** Rows of an import that are to be created and updated, or that were created, updated and refused. */
  imported: z.optional(
    z.strictObject({
      created: z.int().check(z.nonnegative()),
      updated: z.int().check(z.nonnegative()),
      refused: z.int().check(z.nonnegative()),
    }),
  ),
  /** The bulk change that the entry is part of. Entries of the same `id` and action are shown as one. */
  bulk: z.optional(z.strictObject({ id: z.string().check(z.maxLength(60)), kind: z.enum(BULK_KINDS) })),
  /** How an export ended: `photos` of `of` were prepared; `of` is null when the total was not known yet. */
  ended: z.optional(
    z.strictObject({
      as: z.enum(['ready', 'cancelled', 'failed']),
      photos: z.int().check(z.nonnegative()),
      of: z.nullable(z.int().check(z.nonnegative())),
    }),
  ),
  variant: z.optional(z.enum(PHOTO_VARIANTS)),
  /** File format of a list of people. */
  format: z.optional(z.enum(['csv', 'xlsx', 'html'])),
  /** The image size at that time; null for the full size. Old entries contain its index only. */
  size: z.optional(z.nullable(z.union([z.int().check(z.nonnegative()), sizeSchema]))),
  /** Files that the desk made from each photo for its receiving system. Missing: the service's own files. */
  files: z.optional(z.array(fileSchema).check(z.maxLength(10))),
  /** The receiving system that the export was made for. */
  target: z.optional(z.string().check(z.maxLength(60))),
  /** The delivery and its name at that time. */
  delivery: z.optional(z.strictObject({ id: z.string(), name: z.string().check(z.maxLength(80)) })),
  /** The properties of the delivery that were changed. */
  altered: z.optional(z.array(z.enum(DELIVERY_ALTERATIONS))),
  /** Action on the delivered photos when the delivery ends. */
  photos: z.optional(z.enum(['take_away', 'leave'])),
  /** How a run of the delivery ended, and its counts. */
  delivered: z.optional(
    z.strictObject({
      as: z.enum(['done', 'cancelled', 'failed']),
      added: z.int().check(z.nonnegative()),
      changed: z.int().check(z.nonnegative()),
      removed: z.int().check(z.nonnegative()),
      failed: z.int().check(z.nonnegative()),
    }),
  ),
  /** The account that was changed, invited or removed, or the owner of work that another account ended. */
  account: z.optional(z.strictObject({ id: z.string(), email: z.string() })),
  role: z.optional(z.string().check(z.maxLength(20))),
  method: z.optional(z.enum(SIGN_IN_METHODS)),
  /** Network address that a sign-in came from. */
  address: z.optional(z.string().check(z.maxLength(100))),
  /** Browser and operating system in a few words. */
  client: z.optional(z.string().check(z.maxLength(100))),
  /** The accounts that may use a key. */
  scope: z.optional(z.enum(['everybody', 'me'])),
})

const actorSchema = z.object({
  /** Null when no account was signed in, as with a failed sign-in. */
  id: z.nullable(z.string()),
  email: z.string(),
})

/** Input of `recordActivity`. */
export const activityEntrySchema = z.strictObject({
  actor: actorSchema,
  action: z.enum(ACTIVITY_ACTIONS),
  project: z.optional(id),
  employee: z.optional(id),
  /** All employees concerned when there are several: those created, or those whose photos were downloaded. */
  employees: z.optional(z.array(id).check(z.maxLength(200_000))),
  details: z.optional(activityDetailsSchema),
})

/** An entry as the log returns it. */
export const activitySchema = z.object({
  id,
  at: z.iso.datetime(),
  actor: actorSchema,
  action: z.enum(ACTIVITY_ACTIONS),
  outcome: z.enum(ACTIVITY_OUTCOMES),
  project: z.nullable(id),
  employee: z.nullable(id),
  details: activityDetailsSchema,
  /** Set for a summary of a bulk change: its number of people, and how many of them have an uncertain outcome. */
  bulk: z.optional(
    z.object({ people: z.int().check(z.positive()), uncertain: z.int().check(z.nonnegative()) }),
  ),
})

export const activityListResponse = z.object({
  data: z.array(activitySchema),
  meta: z.object({
    current_page: z.int().check(z.positive()),
    last_page: z.int().check(z.positive()),
    per_page: z.int().check(z.positive()),
    total: z.int().check(z.nonnegative()),
  }),
})

/**
 * `targets`: names of the receiving systems of these downloads. `added_at`: when the desk added the person; null when
 * the desk did not add them, or longer ago than the log goes back.
 */
export const photoDownloadsResponse = z.object({
  data: z.array(activitySchema),
  added_at: z.nullable(z.iso.datetime()),
  targets: z.array(z.object({ id: z.string(), name: z.object({ de: z.string(), en: z.string() }) })),
})

export type Actor = z.infer<typeof actorSchema>
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]
export type ActivityChange = z.infer<typeof changeSchema>
export type Bulk = NonNullable<z.infer<typeof activityDetailsSchema>['bulk']>
export type ActivityDetails = z.infer<typeof activityDetailsSchema>
export type ActivityEntry = z.infer<typeof activityEntrySchema>
export type Activity = z.infer<typeof activitySchema>
export type ActivityPage = z.infer<typeof activityListResponse>
