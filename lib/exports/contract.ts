/** The shapes of an export that browsers and our handlers exchange. Field names follow the service's specification. */
import { z } from 'zod/mini'
import { isIdList, toWordList } from '#lib/address/address-fields.ts'
import { IDS_MAX, SEARCH_MAX, TILES } from '#lib/employees/people-filters.ts'
import { listOf } from '#lib/list-of.ts'
import { EMPLOYEE_STATUSES, LOCALES, MITARBEITERNUMMER_MAX, PHOTO_VARIANTS } from '#lib/portrait-api/terms.ts'
import { PAUSE_REASONS } from '#lib/store/enums.ts'
import { namingSchema } from './naming/naming.ts'
import { EXPORT_STATES } from './states.ts'
import { OVERRIDES, TARGET_KINDS } from './targets/words.ts'

export const DEFAULT_TARGET = 'number'
const PEOPLE_MAX = 100_000
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The filters of the employee table, without order and pages: an export includes all matches. */
const exportFiltersSchema = z.strictObject({
  q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_MAX))),
  tile: z.optional(z.string().check(z.refine(given => toWordList(TILES, given.split(',')) === given))),
  locale: z.optional(z.enum([...LOCALES, 'none'])),
  mitarbeiternummer: z.optional(z.string().check(z.minLength(1), z.maxLength(MITARBEITERNUMMER_MAX))),
  edited_since: z.optional(z.iso.date()),
  ids: z.optional(z.string().check(z.refine(given => isIdList(given, IDS_MAX)))),
  /** These two match the filters of the service's own list (specification section 4). */
  status: z.optional(z.enum(EMPLOYEE_STATUSES)),
  photo_ready: z.optional(z.literal('1')),
})

const filterScopeSchema = z.strictObject({ kind: z.literal('filter'), filters: exportFiltersSchema })
const peopleScopeSchema = z.strictObject({
  kind: z.literal('people'),
  employee_ids: listOf(z.int().check(z.positive()), { min: 1, max: PEOPLE_MAX }),
})

/** Selects the employees whose photos are exported. */
const scopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('approved') }),
  filterScopeSchema,
  peopleScopeSchema,
  /** Employees who are new or have another photo than in an earlier export; `of` restricts them to a selection. */
  z.strictObject({
    kind: z.literal('since'),
    export_id: z.string().check(z.regex(UUID)),
    of: z.optional(z.discriminatedUnion('kind', [filterScopeSchema, peopleScopeSchema])),
  }),
])

/** Index of a configured image size, null for the full size, `auto` for the size that the target needs. */
const sizeSchema = z.union([z.int().check(z.nonnegative()), z.null(), z.literal('auto')])

const pixels = z.int().check(z.nonnegative())
/** A configured size as the service returned it then; a dimension of 0 is free. */
const imageSizeSchema = z.object({ index: z.int(), label: z.string(), width: pixels, height: pixels })

/** Body of `POST /api/exports` and `POST /api/exports/plan`. Omitted fields take the target's defaults. */
export const exportRequestSchema = z.strictObject({
  project_id: z.int().check(z.positive()),
  scope: z._default(scopeSchema, { kind: 'approved' }),
  target: z._default(z.string().check(z.minLength(1), z.maxLength(60)), DEFAULT_TARGET),
  variant: z.optional(z.enum(PHOTO_VARIANTS)),
  size: z.optional(sizeSchema),
  naming: z.optional(namingSchema),
  /** Language of the report and of the instructions inside the archive. */
  locale: z._default(z.enum(LOCALES), 'en'),
})

/** A request with every default of the target filled in. */
export const resolvedRequestSchema = z.required(exportRequestSchema, {
  variant: true,
  size: true,
  naming: true,
})

/**
 * A notice about one employee. Without `file_name` the photo is not in the export and `code` says why. With it the
 * photo is included and `code` says what is unusual (`name_changed`, say).
 */
const exportProblemSchema = z.object({
  /** 0 with the code `unreadable`: no field of the record could be read. */
  employee_id: z.int().check(z.nonnegative()),
  mitarbeiternummer: z.string(),
  name: z.string(),
  code: z.string(),
  file_name: z.nullable(z.string()),
  /**
   * Values for the code's message: `promised` and real `pixels` for `other_pixels`, the service's word for `status` for
   * `unknown_status`.
   */
  values: z.optional(z.record(z.string(), z.string())),
})

/** One line of the check before an export: a code, the number of employees it concerns, and the first of their ids. */
const readyCheckSchema = z.object({
  code: z.string(),
  count: z.int().check(z.positive()),
  employee_ids: z.array(z.int().check(z.positive())),
  /** For `unknown_status`: the first of the service's words for these statuses. */
  words: z.optional(z.array(z.string())),
})

/** Answer of `POST /api/exports/plan`, which starts nothing. */
export const planResponse = z.object({
  data: z.object({
    /** Employees whose photo the export will contain. */
    people: z.int().check(z.nonnegative()),
    /** Photo files: more than employees when a target needs several sizes. */
    files: z.int().check(z.nonnegative()),
    /** Number of archives by the target's limit of photos; byte limits apply only once the sizes are known. */
    parts: z.int().check(z.nonnegative()),
    /** Photos not yet on the desk's disk: each costs one call to the service. */
    calls: z.int().check(z.nonnegative()),
    /** Estimated seconds until the archive is ready. */
    eta_seconds: z.int().check(z.nonnegative()),
    /** Number of calls that the service allows in 60 seconds. */
    calls_per_minute: z.number().check(z.positive()),
    /** The first actual file names. */
    file_names: z.array(z.string()),
    checks: z.array(readyCheckSchema),
  }),
})

/** A complete archive of the export. */
const exportPartSchema = z.object({
  file_name: z.string(),
  /** Number of photo files in it. */
  photos: z.int().check(z.nonnegative()),
  /** Exact size of the archive. */
  bytes: z.int().check(z.nonnegative()),
  /** True for an archive that holds only the report, which not everybody with access to the photos may see. */
  report: z.boolean(),
})

export const exportSchema = z.object({
  id: z.string(),
  /** Email address of the account that started it. */
  owner_email: z.string(),
  project_id: z.int().check(z.positive()),
  /** The project's number and name at that time. */
  project: z.object({ projektnummer: z.string(), name: z.string() }),
  /** The request with the target's defaults filled in; it can be sent again unchanged. */
  request: resolvedRequestSchema,
  variant: z.enum(PHOTO_VARIANTS),
  size: sizeSchema,
  /** Details of that size. `before` holds the original dimensions when the service has changed them since. */
  image_size: z.nullable(z.extend(imageSizeSchema, { before: z.nullable(imageSizeSchema) })),
  state: z.enum(EXPORT_STATES),
  /** Reason why a `paused` export waits. */
  pause_reason: z.nullable(z.enum(PAUSE_REASONS)),
  /** Number of photos the export should hold; null while the employee list is still being read. */
  total: z.nullable(z.int().check(z.nonnegative())),
  /** Number of photos on the desk's disk. */
  done: z.int().check(z.nonnegative()),
  /** Number of photos that could not be fetched; each has a problem. */
  failed: z.int().check(z.nonnegative()),
  /** How many of `failed` belong to employees deleted since: their photos are no failures. */
  gone: z.int().check(z.nonnegative()),
  /** Sum of the photo sizes so far; when `ready`, the exact size of all archives. */
  bytes: z.int().check(z.nonnegative()),
  /** Estimated seconds until `ready`; null while unknown, 0 when the export has ended. */
  eta_seconds: z.nullable(z.int().check(z.nonnegative())),
  /** Number of other exports currently sharing the service's rate limit with this one. */
  beside: z.int().check(z.nonnegative()),
  /** False for an administrator whose API key is not the one that fetched these photos. */
  may_download: z.boolean(),
  problems: z.array(exportProblemSchema),
  /** Number of employees in scope whose photo was not ready; the report in the archive lists them. */
  waiting: z.int().check(z.nonnegative()),
  /** Code of the error that ended a `failed` export. */
  error: z.nullable(z.string()),
  /** File name of the first archive. */
  file_name: z.string(),
  /** Empty until the export is `ready`. */
  parts: z.array(exportPartSchema),
  created_at: z.iso.datetime(),
  ended_at: z.nullable(z.iso.datetime()),
  /** Time when every archive had been downloaded completely once; null until then. */
  downloaded_at: z.nullable(z.iso.datetime()),
  /** Time when its archives were last rebuilt with changed contents; null while they are the original ones. */
  renewed_at: z.nullable(z.iso.datetime()),
})

export const exportResponse = z.object({ data: exportSchema })

/** Answer of `GET /api/exports`: the account's own exports, or all of them for administrators; newest first. */
export const exportListResponse = z.object({
  data: z.array(exportSchema),
  meta: z.object({
    current_page: z.int().check(z.positive()),
    last_page: z.int().check(z.positive()),
    per_page: z.int().check(z.positive()),
    total: z.int().check(z.nonnegative()),
  }),
})

const localizedSchema = z.object({ de: z.string(), en: z.string() })

/** The details of a target that a browser needs to offer it. */
export const exportTargetSchema = z.object({
  id: z.string(),
  name: localizedSchema,
  /** Other words that users search for when they mean this target. */
  search_words: z.optional(localizedSchema),
  kind: z.enum(TARGET_KINDS),
  /** Explains in two sentences how to load the archive into the system. */
  how: localizedSchema,
  naming: namingSchema,
  /** True when the system does not read folders inside the archive. */
  flat: z.boolean(),
  /** True when its report is an archive of its own. */
  published: z.boolean(),
  variant: z.enum(PHOTO_VARIANTS),
  overrides: z.array(z.enum(OVERRIDES)),
})

/** Answer of `GET /api/exports/targets`, in display order. */
export const exportTargetListResponse = z.object({ data: z.array(exportTargetSchema) })

export const EXPORT_CHANGES = [
  'added',
  'changed',
  'renamed',
  'old_name',
  'unknown_status',
  'unclear_photo',
  'withdrawn',
  'left',
] as const

/** Answer of `GET /api/exports/{id}/changes`: the differences between that export and the current state. */
export const exportChangesResponse = z.object({
  data: z.array(
    z.object({
      /**
       * `added`: a photo that the export did not hold. `changed`: another photo than then. `renamed`: the file name has
       * changed, so the file must be transferred again. `old_name`: the file was transferred under its new name
       * already, and the old file must be removed. `unknown_status`, `unclear_photo`: the desk cannot determine whether
       * the photo may still be used. `withdrawn`: the photo may not be used any more. `left`: the employee is no longer
       * in the project.
       */
      change: z.enum(EXPORT_CHANGES),
      employee_id: z.int().check(z.positive()),
      mitarbeiternummer: z.string(),
      name: z.string(),
      /** The outdated files of that export, by their names in its archive. */
      file_names: z.array(z.string()),
    }),
  ),
  /**
   * Set when the export's image size has changed since or no longer exists (null): its photos have an outdated crop.
   */
  size: z.nullable(z.object({ was: imageSizeSchema, now: z.nullable(imageSizeSchema) })),
})

export type ExportState = (typeof EXPORT_STATES)[number]
export type Scope = z.infer<typeof scopeSchema>
export type ExportFilters = z.infer<typeof exportFiltersSchema>
/** The request as a browser sends it. */
export type ExportRequestInput = z.input<typeof exportRequestSchema>
export type ExportRequest = z.infer<typeof exportRequestSchema>
export type ResolvedRequest = z.infer<typeof resolvedRequestSchema>
export type ExportChanges = z.infer<typeof exportChangesResponse>
export type ExportChange = ExportChanges['data'][number]
export type ExportProblem = z.infer<typeof exportProblemSchema>
export type ReadyCheck = z.infer<typeof readyCheckSchema>
export type ExportPlanResponse = z.infer<typeof planResponse>['data']
export type ExportTarget = z.infer<typeof exportTargetSchema>
export type ExportList = z.infer<typeof exportListResponse>
export type Export = z.infer<typeof exportSchema>
