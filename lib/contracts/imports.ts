/**
 * Schemas of an import as a whole, for browsers and our own handlers: its draft, its progress, and the outcome of each
 * row. `import-rows.ts` contains the rows themselves.
 */
import { z } from 'zod/mini'
import { listOf } from '#lib/list-of.ts'
import { IMPORT_PAUSE_REASONS, IMPORT_STATES, ROW_OUTCOMES } from '#lib/store/enums.ts'
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
  /** The previous draft of the same list. The desk deletes it when it keeps this one, unless it was changed … */
  replaces: z.optional(z.string().check(z.maxLength(64))),
  /** … after this time: earlier changes are already part of this draft. */
  replaces_touched_at: z.optional(z.iso.datetime()),
})

/** Room for a large list with many columns and ten names per row; the form sends far less. */
export const IMPORT_BODY_LIMITS = {
  bytes: 32 * 1024 * 1024,
  values: 2 * IMPORT_ROWS_MAX * IMPORT_COLUMNS_MAX,
  fields: 11 * IMPORT_ROWS_MAX,
}

/** Body of `PATCH /api/imports/{importId}`. Omitted properties of a row stay unchanged. */
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
 * Body of `POST /api/imports/{importId}/start`. `expected` contains the counts on the button and the `digestPlan` of
 * the rows behind them. When they no longer match, the response is 409 `import_changed` with
 * `errors: { create: ["213"], update: ["12"] }`, and nothing is sent.
 */
export const importStartSchema = z.strictObject({
  create: z.boolean(),
  /** Lines whose changes are made; `all` leaves out rows that need a decision (`isQuestion`). */
  update_rows: z.union([z.literal('all'), listOf(rowNumber, { max: IMPORT_ROWS_MAX })]),
  expected: z.strictObject({
    create: count,
    update: count,
    /** Tabs of an older version send none. */
    digest: z.optional(z.string().check(z.maxLength(64))),
  }),
})

/** Number of rows per outcome; `open`: no outcome yet, as in a draft. */
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
  /** Rows that were not sent because of a problem and have not been left out since. */
  faulty: count,
  /**
   * Rows that a user may still want to send: neither sent nor left out. After the end, rows without a chosen change do
   * not count.
   */
  left: count,
})

export const importSchema = z.object({
  id: z.string(),
  owner_email: z.string(),
  /** Only the account that began an import may read its rows and continue it. */
  mine: z.boolean(),
  project_id: z.int().check(z.positive()),
  /** Number and name of the project when the import began. */
  project: z.object({ projektnummer: z.string(), name: z.string() }),
  /** Null in other accounts' imports: a file name can reveal too much. */
  file_name: z.nullable(z.string()),
  columns: z.array(z.string()),
  state: z.enum(IMPORT_STATES),
  /** Why a `paused` import waits. */
  pause_reason: z.nullable(z.enum(IMPORT_PAUSE_REASONS)),
  /** Code of the error that ended a `failed` import. */
  error: z.nullable(z.string()),
  counts: importCountsSchema,
  /** Rows of the current or last sending; `planned - counts.waiting` of them have an outcome. */
  planned: count,
  /** True when it was changed since it was stored; for a draft, by corrections. */
  edited: z.boolean(),
  /** Time of the last change by a user or by the sending. Desks of an older version do not send it. */
  touched_at: z.optional(z.iso.datetime()),
  /** Estimated seconds until everything is sent; null while unknown, 0 when nothing is being sent. */
  eta_seconds: z.nullable(count),
  created_at: z.iso.datetime(),
  started_at: z.nullable(z.iso.datetime()),
  ended_at: z.nullable(z.iso.datetime()),
  /** When the desk will delete the import with all its rows. */
  deleted_at: z.iso.datetime(),
})

/** A row with its outcome. */
const importResultRowSchema = z.extend(importRowSchema, {
  outcome: z.nullable(z.enum(ROW_OUTCOMES)),
  /** Problems that the service or the last check found. */
  problems: z.array(rowProblemSchema),
  employee_id: z.nullable(z.int().check(z.positive())),
  /** The number that the service has, including one that it assigned. */
  mitarbeiternummer: z.nullable(z.string()),
  /** True when changing the email made the service send another invitation. */
  invitation_resent: z.boolean(),
})

/** Response of requests about one import that leave its rows out (`?rows=0`). */
export const importResponse = z.object({ data: importSchema })
/** Response of `GET /api/imports/{importId}`. */
export const importWithRowsResponse = z.object({
  data: z.extend(importSchema, { rows: z.array(importResultRowSchema) }),
})
/** Response of `GET /api/projects/{projectId}/imports`: all accounts' imports, newest first. */
export const importListResponse = z.object({ data: z.array(importSchema) })

/** Response of `GET /api/projects/{projectId}/imports/people`; poll until `complete` and not `reading`. */
export const importPeopleResponse = z.object({
  data: z.array(importPersonSchema),
  meta: z.object({
    loaded: count,
    total: z.nullable(count),
    complete: z.boolean(),
    /** True while they are being read, for the first time or again. */
    reading: z.boolean(),
    /** True when reading them again failed: these are older ones. */
    failed: z.boolean(),
    /** The data is at least as new as this. */
    as_of: z.nullable(z.iso.datetime()),
  }),
})

export const RESULT_FORMATS = ['csv', 'xlsx'] as const

/**
 * True when a row may still be corrected and sent; server and browser check only these rows again. A row that was
 * created or updated is finished, even if the employee has changed since.
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
