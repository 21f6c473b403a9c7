/** One change to many employees, applied one after another: `/api/batches`. */
import { z } from 'zod/mini'
import { listOf } from '#lib/list-of.ts'
import { LOCALES } from '#lib/portrait-api/contract.ts'
import { PAUSE_REASONS } from '#lib/store/enums.ts'

const BATCH_ACTIONS = ['delete', 'locale'] as const
/** `paused`: something blocks every employee (see `pause_reason`); the batch resumes by itself. */
const BATCH_STATES = ['running', 'paused', 'done', 'cancelled'] as const
/**
 * `waiting` in a batch that has ended: it was cancelled before this employee's turn. `already`: done as well, but the
 * employee had the language before.
 */
const BATCH_OUTCOMES = ['waiting', 'done', 'already', 'failed'] as const
/** The size of a project; each employee costs one call. */
const BATCH_MAX = 10_000

const id = z.int().check(z.positive())
const count = z.int().check(z.nonnegative())

const whom = {
  project_id: id,
  employee_ids: listOf(id, { min: 1, max: BATCH_MAX }),
}

/** Body of `POST /api/batches`; 201 with `batchResponse`. */
export const batchRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({ ...whom, action: z.literal('delete') }),
  /** Null selects the project's default language. */
  z.strictObject({ ...whom, action: z.literal('locale'), locale: z.nullable(z.enum(LOCALES)) }),
  /**
   * Undoes an earlier batch: each employee gets their previous value back, unless another user has changed it since.
   */
  z.strictObject({ action: z.literal('undo'), batch_id: z.uuid() }),
])

const batchResultSchema = z.object({
  employee_id: id,
  /** The name when the batch began; empty when the employee was no longer in the project. */
  name: z.string(),
  mitarbeiternummer: z.string(),
  outcome: z.enum(BATCH_OUTCOMES),
  /** Error code when the outcome is `failed`. */
  error: z.nullable(z.string()),
})

export const batchSchema = z.object({
  id: z.string(),
  owner_email: z.string(),
  project_id: id,
  action: z.enum(BATCH_ACTIONS),
  locale: z.nullable(z.enum(LOCALES)),
  state: z.enum(BATCH_STATES),
  pause_reason: z.nullable(z.enum(PAUSE_REASONS)),
  total: count,
  done: count,
  /** How many of `done` had the language before: nothing was changed, and the activity log has no entry. */
  already: count,
  failed: count,
  /** How many of `failed` are no longer in the project: retrying is pointless. */
  gone: count,
  /** For how many employees the change can still be undone. */
  undoable: count,
  /** The batch that this one undoes. */
  undoes: z.nullable(z.string()),
  /** Estimated seconds to the end; null while unknown, 0 when the batch has ended. */
  eta_seconds: z.nullable(count),
  /**
   * In the order of the request: only failures while the batch runs, every employee once it has ended. Lists contain
   * only the result of a batch with a single employee.
   */
  results: z.array(batchResultSchema),
  created_at: z.iso.datetime(),
  ended_at: z.nullable(z.iso.datetime()),
})

/** Answer of `POST /api/batches`, `GET /api/batches/{batchId}` and `DELETE /api/batches/{batchId}` (cancel). */
export const batchResponse = z.object({ data: batchSchema })

export type BatchOutcome = (typeof BATCH_OUTCOMES)[number]
export type BatchRequest = z.infer<typeof batchRequestSchema>
export type BatchResult = z.infer<typeof batchResultSchema>
export type Batch = z.infer<typeof batchSchema>
