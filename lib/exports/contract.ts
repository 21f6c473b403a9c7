/** What browsers and our own handlers say about an export. Names on the wire are those of the specification. */
import { z } from 'zod/mini'
import { isIdList, toWordList } from '#lib/address/address-fields.ts'
import { IDS_MAX, SEARCH_MAX, TILES } from '#lib/employees/people-filters.ts'
import { listOf } from '#lib/list-of.ts'
import { EMPLOYEE_STATUSES, LOCALES, MITARBEITERNUMMER_MAX, PHOTO_VARIANTS } from '#lib/portrait-api/terms.ts'
import { PAUSE_REASONS } from '#lib/store/words.ts'
import { namingSchema } from './naming/naming.ts'
import { EXPORT_STATES } from './states.ts'
import { OVERRIDES, TARGET_KINDS } from './targets/words.ts'

export const DEFAULT_TARGET = 'number'
const PEOPLE_MAX = 100_000
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The employee table's filters, without its order and pages: an export takes all of them. */
const exportFiltersSchema = z.strictObject({
  q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_MAX))),
  tile: z.optional(z.string().check(z.refine(given => toWordList(TILES, given.split(',')) === given))),
  locale: z.optional(z.enum([...LOCALES, 'none'])),
  mitarbeiternummer: z.optional(z.string().check(z.minLength(1), z.maxLength(MITARBEITERNUMMER_MAX))),
  edited_since: z.optional(z.iso.date()),
  ids: z.optional(z.string().check(z.refine(given => isIdList(given, IDS_MAX)))),
  /** These two as the service's own list has them (specification section 4). */
  status: z.optional(z.enum(EMPLOYEE_STATUSES)),
  photo_ready: z.optional(z.literal('1')),
})

const filterScopeSchema = z.strictObject({ kind: z.literal('filter'), filters: exportFiltersSchema })
const peopleScopeSchema = z.strictObject({
  kind: z.literal('people'),
  employee_ids: listOf(z.int().check(z.positive()), { min: 1, max: PEOPLE_MAX }),
})

/** Whose photos. */
const scopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('approved') }),
  filterScopeSchema,
  peopleScopeSchema,
  /** Who is new or has another photo than in an earlier export: `of` these people, or of everybody. */
  z.strictObject({
    kind: z.literal('since'),
    export_id: z.string().check(z.regex(UUID)),
    of: z.optional(z.discriminatedUnion('kind', [filterScopeSchema, peopleScopeSchema])),
  }),
])

/** Index of a configured image size, null for the full size, `auto` for what the target needs. */
const sizeSchema = z.union([z.int().check(z.nonnegative()), z.null(), z.literal('auto')])

const pixels = z.int().check(z.nonnegative())
/** A configured size as the service had it then; a dimension of 0 is free. */
const imageSizeSchema = z.object({ index: z.int(), label: z.string(), width: pixels, height: pixels })

/** Body of `POST /api/exports` and `POST /api/exports/plan`. What is left out is as the target has it. */
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

/** A request in which nothing is left to the target any more. */
export const resolvedRequestSchema = z.required(exportRequestSchema, {
  variant: true,
  size: true,
  naming: true,
})

/**
 * Something that must be told about one person. Without `file_name` the photo is not in the export and `code` says
 * why; with it the photo is there and `code` says what is unusual (`name_changed`, say).
 */
const exportProblemSchema = z.object({
  /** 0 with the code `unreadable`: the record said nothing that could be read. */
  employee_id: z.int().check(z.nonnegative()),
  mitarbeiternummer: z.string(),
  name: z.string(),
  code: z.string(),
  file_name: z.nullable(z.string()),
  /**
   * What the sentence of the code names: with `other_pixels` those that were `promised`, and the real `pixels`; with
   * `unknown_status` the service's word for the person's `status`.
   */
  values: z.optional(z.record(z.string(), z.string())),
})

/** One line of the check before an export: a code, how many it concerns, and who (the first of them). */
const readyCheckSchema = z.object({
  code: z.string(),
  count: z.int().check(z.positive()),
  employee_ids: z.array(z.int().check(z.positive())),
  /** With `unknown_status`: what the service calls their states, the first of these words. */
  words: z.optional(z.array(z.string())),
})

/** Answer of `POST /api/exports/plan`. Nothing has been started. */
export const planResponse = z.object({
  data: z.object({
    /** People whose photo the export will hold. */
    people: z.int().check(z.nonnegative()),
    /** Files with photos: more than people when a target wants several sizes. */
    files: z.int().check(z.nonnegative()),
    /** Archives, as far as the target limits their number of photos; limits of bytes are known only later. */
    parts: z.int().check(z.nonnegative()),
    /** Photos that the desk does not hold yet: one call to the service each. */
    calls: z.int().check(z.nonnegative()),
    /** Seconds until the archive is ready, an estimate. */
    eta_seconds: z.int().check(z.nonnegative()),
    /** Calls that the service allows in 60 seconds. */
    calls_per_minute: z.number().check(z.positive()),
    /** The first real names of files. */
    file_names: z.array(z.string()),
    checks: z.array(readyCheckSchema),
  }),
})

/** One complete archive. */
const exportPartSchema = z.object({
  file_name: z.string(),
  /** Files with photos in it. */
  photos: z.int().check(z.nonnegative()),
  /** The exact size of the archive. */
  bytes: z.int().check(z.nonnegative()),
  /** It holds the report alone, which is not for everybody who may see the photos. */
  report: z.boolean(),
})

export const exportSchema = z.object({
  id: z.string(),
  /** Who started it. */
  owner_email: z.string(),
  project_id: z.int().check(z.positive()),
  /** As it was called then. */
  project: z.object({ projektnummer: z.string(), name: z.string() }),
  /** What was asked for, with what the target had for the rest; it may be sent again as it is. */
  request: resolvedRequestSchema,
  variant: z.enum(PHOTO_VARIANTS),
  size: sizeSchema,
  /** What that size is; `before` is what it was at first, when the service has changed it meanwhile. */
  image_size: z.nullable(z.extend(imageSizeSchema, { before: z.nullable(imageSizeSchema) })),
  state: z.enum(EXPORT_STATES),
  /** Why a `paused` export waits. */
  pause_reason: z.nullable(z.enum(PAUSE_REASONS)),
  /** Photos that the export should hold; null while the list of people is still being read. */
  total: z.nullable(z.int().check(z.nonnegative())),
  /** Photos that are on the desk's disk. */
  done: z.int().check(z.nonnegative()),
  /** Photos that could not be had; each has a problem. */
  failed: z.int().check(z.nonnegative()),
  /** Of those, of people who have been deleted since: nothing failed with them. */
  gone: z.int().check(z.nonnegative()),
  /** Sum of the photos' sizes so far; when `ready`, the exact size of all archives. */
  bytes: z.int().check(z.nonnegative()),
  /** Seconds until `ready`, an estimate; null while unknown, 0 when it is over. */
  eta_seconds: z.nullable(z.int().check(z.nonnegative())),
  /** Other exports that share the service's limit with this one now. */
  beside: z.int().check(z.nonnegative()),
  /** False for an administrator whose key is not the one that fetched these photos. */
  may_download: z.boolean(),
  problems: z.array(exportProblemSchema),
  /** People in scope whose photo was not ready; the report inside the archive names them. */
  waiting: z.int().check(z.nonnegative()),
  /** Code of the error that ended a `failed` export. */
  error: z.nullable(z.string()),
  /** Of the first archive. */
  file_name: z.string(),
  /** Empty until the export is `ready`. */
  parts: z.array(exportPartSchema),
  created_at: z.iso.datetime(),
  ended_at: z.nullable(z.iso.datetime()),
  /** When all of its archives had first gone out to their end; null while they have not. */
  downloaded_at: z.nullable(z.iso.datetime()),
  /** When its archives were last made again with something else in them; null while they are as they first were. */
  renewed_at: z.nullable(z.iso.datetime()),
})

export const exportResponse = z.object({ data: exportSchema })

/** Answer of `GET /api/exports`: one's own, or everybody's for administrators; newest first. */
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

/** What a browser must know of a target to offer it. */
export const exportTargetSchema = z.object({
  id: z.string(),
  name: localizedSchema,
  /** What else people look for when they mean it. */
  search_words: z.optional(localizedSchema),
  kind: z.enum(TARGET_KINDS),
  /** In two sentences: how the archive gets there. */
  how: localizedSchema,
  naming: namingSchema,
  /** The system reads no folders inside the archive. */
  flat: z.boolean(),
  /** Its report is an archive of its own. */
  published: z.boolean(),
  variant: z.enum(PHOTO_VARIANTS),
  overrides: z.array(z.enum(OVERRIDES)),
})

/** Answer of `GET /api/exports/targets`, in the order in which people are shown them. */
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

/** Answer of `GET /api/exports/{id}/changes`: what is otherwise now than in that export. */
export const exportChangesResponse = z.object({
  data: z.array(
    z.object({
      /**
       * `added`: a photo that the export did not hold. `changed`: another photo than then. `renamed`: their file is
       * called otherwise by now, and has to be given anew. `old_name`: it was, and the file of before is to be removed. `unknown_status`,
       * `unclear_photo`: nobody knows whether it may still be used. `withdrawn`: the photo may not be used any more. `left`: the person is not
       * in the project any more.
       */
      change: z.enum(EXPORT_CHANGES),
      employee_id: z.int().check(z.positive()),
      mitarbeiternummer: z.string(),
      name: z.string(),
      /** The files of that export that are out of date, as they are called in its archive. */
      file_names: z.array(z.string()),
    }),
  ),
  /** When the export's size is another one now, or none (null): its photos are cropped as nobody's are any more. */
  size: z.nullable(z.object({ was: imageSizeSchema, now: z.nullable(imageSizeSchema) })),
})

export type ExportState = (typeof EXPORT_STATES)[number]
export type Scope = z.infer<typeof scopeSchema>
export type ExportFilters = z.infer<typeof exportFiltersSchema>
/** As a browser sends it. */
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
