/**
 * What browsers and our own handlers say about an import as a whole: its draft, what is being sent, and what has become
 * of each row. The rows themselves stand in `import-rows.ts`.
 */
import { z } from 'zod/mini'
import { listOf } from '#lib/list-of.ts'
import { IMPORT_PAUSE_REASONS, IMPORT_STATES, ROW_OUTCOMES } from '#lib/store/words.ts'
import { CELL_CHARACTERS_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from './import-limits.ts'
import {
  chosenChangeSchema,
  importPersonSchema,
  importRowSchema,
  importValuesSchema,
  rowProblemSchema,
} from './import-rows.ts'

export { IMPORT_STATES, ROW_OUTCOMES }

const FILE_NAME_MAX = 255
const count = z.int().check(z.nonnegative())
const rowNumber = z.int().check(z.positive())
const columns = z
  .array(z.string().check(z.maxLength(CELL_CHARACTERS_MAX)))
  .check(z.maxLength(IMPORT_COLUMNS_MAX))

/** Body of `POST /api/projects/{projectId}/imports`; within `IMPORT_BODY_LIMITS`. */
export const importDraftSchema = z.strictObject({
  file_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(FILE_NAME_MAX)),
  columns,
  rows: listOf(importRowSchema, { min: 1, max: IMPORT_ROWS_MAX }),
  /** The draft that was made of the same list before: it goes when this one is kept, unless it was worked on … */
  replaces: z.optional(z.string().check(z.maxLength(64))),
  /** … since it was touched then: what was done to it until that moment has moved along. */
  replaces_touched_at: z.optional(z.iso.datetime()),
})

/** A large list with many columns, each row with ten names; what a form sends is far smaller. */
export const IMPORT_BODY_LIMITS = {
  bytes: 32 * 1024 * 1024,
  values: 2 * IMPORT_ROWS_MAX * IMPORT_COLUMNS_MAX,
  fields: 11 * IMPORT_ROWS_MAX,
}

/** Body of `PATCH /api/imports/{importId}`. What is left out of a row stays as it is. */
export const importEditsSchema = z.strictObject({
  edits: listOf(
    z.strictObject({
      row: rowNumber,
      values: z.optional(z.partial(importValuesSchema)),
      excluded: z.optional(z.boolean()),
      chosen_change: z.optional(chosenChangeSchema),
    }),
    { min: 1, max: IMPORT_ROWS_MAX },
  ),
})

/**
 * Body of `POST /api/imports/{importId}/start`. `expected` are the numbers on the button, and what `digestPlan` says of
 * the rows behind them: when that is not true any more, the answer is 409 `import_changed` with
 * `errors: { create: ["213"], update: ["12"] }`, and nothing is sent.
 */
export const importStartSchema = z.strictObject({
  create: z.boolean(),
  /** Lines whose changes shall be made; `all` leaves out those that are a question (`isQuestion`). */
  update_rows: z.union([z.literal('all'), listOf(rowNumber, { max: IMPORT_ROWS_MAX })]),
  expected: z.strictObject({
    create: count,
    update: count,
    /** Tabs of an older version send none. */
    digest: z.optional(z.string().check(z.maxLength(64))),
  }),
})

/** How many rows have which outcome; `open`: none yet, as in a draft. */
const importCountsSchema = z.object({
  rows: count,
  open: count,
  waiting: count,
  created: count,
  updated: count,
  already_there: count,
  unchanged: count,
  refused: count,
  not_sent: count,
  unknown: count,
  /** Of those that were not sent: in which something was wrong, and which nobody has left out since. */
  faulty: count,
  /** Rows that somebody may still want to send: neither made nor left out; after the end not what nobody has chosen. */
  left: count,
})

export const importSchema = z.object({
  id: z.string(),
  owner_email: z.string(),
  /** Only who began an import may read its rows and go on with it. */
  mine: z.boolean(),
  project_id: z.int().check(z.positive()),
  /** As it was called then. */
  project: z.object({ projektnummer: z.string(), name: z.string() }),
  /** Null in other people's imports: a file's name can tell too much. */
  file_name: z.nullable(z.string()),
  columns: z.array(z.string()),
  state: z.enum(IMPORT_STATES),
  /** Why a `paused` import waits. */
  pause_reason: z.nullable(z.enum(IMPORT_PAUSE_REASONS)),
  /** Code of the error that ended a `failed` import. */
  error: z.nullable(z.string()),
  counts: importCountsSchema,
  /** Rows of the sending that is under way, or of the last one: `planned - counts.waiting` of them are settled. */
  planned: count,
  /** Whether anything was done with it since it was put down: of a draft, corrections. */
  edited: z.boolean(),
  /** When a person or the sending last did something with it; desks of an older version do not say. */
  touched_at: z.optional(z.iso.datetime()),
  /** Seconds until everything is sent, an estimate; null while unknown, 0 when nothing is being sent. */
  eta_seconds: z.nullable(count),
  created_at: z.iso.datetime(),
  started_at: z.nullable(z.iso.datetime()),
  ended_at: z.nullable(z.iso.datetime()),
  /** When the desk will delete the import with all its rows. */
  deleted_at: z.iso.datetime(),
})

/** A row with what has become of it. */
const importResultRowSchema = z.extend(importRowSchema, {
  outcome: z.nullable(z.enum(ROW_OUTCOMES)),
  /** What the service or the last check had against it. */
  problems: z.array(rowProblemSchema),
  employee_id: z.nullable(z.int().check(z.positive())),
  /** As the service has it, also one that it assigned. */
  mitarbeiternummer: z.nullable(z.string()),
  /** The change of the e-mail made the service send another invitation. */
  invitation_resent: z.boolean(),
})

/** Answer of everything that is about one import but leaves its rows out (`?rows=0`). */
export const importResponse = z.object({ data: importSchema })
/** Answer of `GET /api/imports/{importId}`. */
export const importWithRowsResponse = z.object({
  data: z.extend(importSchema, { rows: z.array(importResultRowSchema) }),
})
/** Answer of `GET /api/projects/{projectId}/imports`: newest first, everybody's. */
export const importListResponse = z.object({ data: z.array(importSchema) })

/** Answer of `GET /api/projects/{projectId}/imports/people`; ask again until `complete` and not `reading`. */
export const importPeopleResponse = z.object({
  data: z.array(importPersonSchema),
  meta: z.object({
    loaded: count,
    total: z.nullable(count),
    complete: z.boolean(),
    /** They are being read, for the first time or anew. */
    reading: z.boolean(),
    /** They could not be read anew: these are older ones. */
    failed: z.boolean(),
    /** What is told of them is at least as new as this. */
    as_of: z.nullable(z.iso.datetime()),
  }),
})

export const RESULT_FORMATS = ['csv', 'xlsx'] as const

/**
 * Whether a row may still be mended and sent. Both sides check only these again; a row that has been made is over,
 * whatever has happened to the person since.
 */
export function isOpenRow({ outcome }: { outcome: RowOutcome | null }): boolean {
  return outcome === null || outcome === 'refused' || outcome === 'not_sent' || outcome === 'unknown'
}

export type RowOutcome = (typeof ROW_OUTCOMES)[number]
export type ImportDraft = z.infer<typeof importDraftSchema>
export type ImportEdits = z.infer<typeof importEditsSchema>
export type ImportStart = z.infer<typeof importStartSchema>
export type ImportCounts = z.infer<typeof importCountsSchema>
export type Import = z.infer<typeof importSchema>
export type ImportResultRow = z.infer<typeof importResultRowSchema>
export type ImportWithRows = z.infer<typeof importWithRowsResponse>['data']
export type ImportPeople = z.infer<typeof importPeopleResponse>
