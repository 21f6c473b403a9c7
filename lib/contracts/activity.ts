/** Who did what and when: the words of the activity log, for the server and for browsers. */
import { z } from 'zod/mini'
import { PHOTO_VARIANTS } from '#lib/portrait-api/contract.ts'
import { ACTIVITY_ACTIONS, ACTIVITY_OUTCOMES, SIGN_IN_METHODS } from '#lib/store/words.ts'

export { ACTIVITY_OUTCOMES, SIGN_IN_METHODS }

/** Who gives commands on the server, as the log names them; no account is called so. */
export const OPERATOR = 'operator'

/** What the desk does by itself is its own; no account is called so. */
export const DESK = { id: 'desk', email: '' } as const

/** What is done to many people at once, each of whom has an entry of their own. */
const BULK_KINDS = ['delete', 'locale', 'undo', 'import'] as const

/** What can be changed of an employee or of an account, and be told with its old and new value. */
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
/** What about a delivery can be changed, as the log names it. */
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

/** A file that the desk makes of each photo for a receiving system. */
const fileSchema = z.strictObject({ format: z.enum(['jpeg', 'png', 'webp']), width: pixels, height: pixels })
const personSchema = z.strictObject({ name: z.string(), mitarbeiternummer: z.nullable(z.string()) })
/** Entries of before know no `id`. */
const createdSchema = z.extend(personSchema, { id: z.optional(id) })
const changeSchema = z.strictObject({ field: z.enum(ACTIVITY_FIELDS), old: value, new: value })

/**
 * Everything that an entry may tell. A strict list, so that no key, password or token gets in by being part of an
 * object that somebody passed on: what is not named here is refused.
 */
export const activityDetailsSchema = z.strictObject({
  /** The employee, as they were called then: the log is still readable when they are gone. */
  person: z.optional(personSchema),
  /** The employees that were created. */
  people: z.optional(z.array(createdSchema).check(z.maxLength(200))),
  /** An empty list: saved without any difference. */
  changes: z.optional(z.array(changeSchema).check(z.maxLength(ACTIVITY_FIELDS.length))),
  /** Photos of an export, people on a list, or 1 for whoever was deleted with photos; null means everybody whose photo was approved. */
  count: z.optional(z.nullable(z.int().check(z.nonnegative()))),
  /** People of an import: those that were to be created and updated, or those that were, and those who were refused. */
  imported: z.optional(
    z.strictObject({
      created: z.int().check(z.nonnegative()),
      updated: z.int().check(z.nonnegative()),
      refused: z.int().check(z.nonnegative()),
    }),
  ),
  /** The change to many that the entry is part of; entries of the same `id` and action are told as one. */
  bulk: z.optional(z.strictObject({ id: z.string().check(z.maxLength(60)), kind: z.enum(BULK_KINDS) })),
  /** How an export ended: photos that were prepared, of so many; `of` is null when it was not known yet. */
  ended: z.optional(
    z.strictObject({
      as: z.enum(['ready', 'cancelled', 'failed']),
      photos: z.int().check(z.nonnegative()),
      of: z.nullable(z.int().check(z.nonnegative())),
    }),
  ),
  variant: z.optional(z.enum(PHOTO_VARIANTS)),
  /** Of a list of people. */
  format: z.optional(z.enum(['csv', 'xlsx', 'html'])),
  /** The image size as it was then, null for the full size. Old entries know its index alone. */
  size: z.optional(z.nullable(z.union([z.int().check(z.nonnegative()), sizeSchema]))),
  /** What each photo became for its receiving system, whatever the service sent; missing: the service's own files. */
  files: z.optional(z.array(fileSchema).check(z.maxLength(10))),
  /** The receiving system that an export was made for. */
  target: z.optional(z.string().check(z.maxLength(60))),
  /** The delivery, as it was called then. */
  delivery: z.optional(z.strictObject({ id: z.string(), name: z.string().check(z.maxLength(80)) })),
  /** What was changed about it. */
  altered: z.optional(z.array(z.enum(DELIVERY_ALTERATIONS))),
  /** What becomes of what lies there when it is ended. */
  photos: z.optional(z.enum(['take_away', 'leave'])),
  /** How one of its runs ended, and for how many it did what. */
  delivered: z.optional(
    z.strictObject({
      as: z.enum(['done', 'cancelled', 'failed']),
      added: z.int().check(z.nonnegative()),
      changed: z.int().check(z.nonnegative()),
      removed: z.int().check(z.nonnegative()),
      failed: z.int().check(z.nonnegative()),
    }),
  ),
  /** The account that was changed, invited or removed, or whose work somebody else has ended. */
  account: z.optional(z.strictObject({ id: z.string(), email: z.string() })),
  role: z.optional(z.string().check(z.maxLength(20))),
  method: z.optional(z.enum(SIGN_IN_METHODS)),
  /** Address of the computer that a sign-in came from. */
  address: z.optional(z.string().check(z.maxLength(100))),
  /** Browser and system in a few words. */
  client: z.optional(z.string().check(z.maxLength(100))),
  /** Whom a key serves. */
  scope: z.optional(z.enum(['everybody', 'me'])),
})

const actorSchema = z.object({
  /** Null: nobody was signed in, as with a failed sign-in. */
  id: z.nullable(z.string()),
  email: z.string(),
})

/** What `recordActivity` is given. */
export const activityEntrySchema = z.strictObject({
  actor: actorSchema,
  action: z.enum(ACTIVITY_ACTIONS),
  project: z.optional(id),
  employee: z.optional(id),
  /** Everybody whom it concerned, when it was not one employee: those created, or those whose photos left. */
  employees: z.optional(z.array(id).check(z.maxLength(200_000))),
  details: z.optional(activityDetailsSchema),
})

/** What the log tells. */
export const activitySchema = z.object({
  id,
  at: z.iso.datetime(),
  actor: actorSchema,
  action: z.enum(ACTIVITY_ACTIONS),
  outcome: z.enum(ACTIVITY_OUTCOMES),
  project: z.nullable(id),
  employee: z.nullable(id),
  details: activityDetailsSchema,
  /** The entry stands for all of a change to many: so many people, and of so many it is not certain whether it happened. */
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
 * `targets`: what the receiving systems of these downloads are called. `added_at`: when the desk added the person; null
 * when somebody else did, or longer ago than the log goes back.
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
