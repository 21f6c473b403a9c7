/** The same change to many people, one after another: `/api/batches`. */
import { z } from 'zod/mini'
import { listOf } from '#lib/list-of.ts'
import { LOCALES } from '#lib/portrait-api/contract.ts'
import { PAUSE_REASONS } from '#lib/store/words.ts'

const BATCH_ACTIONS = ['delete', 'locale'] as const
/** `paused`: something stands in everybody's way (see `pause_reason`); it goes on by itself. */
const BATCH_STATES = ['running', 'paused', 'done', 'cancelled'] as const
/**
 * `waiting` in a batch that has ended: it was cancelled before it came to this person. `already`: done as well, but they had the
 * language before.
 */
const BATCH_OUTCOMES = ['waiting', 'done', 'already', 'failed'] as const
/** A project's worth of people; each costs one call. */
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
  /** Null: the language that the project has for everybody. */
  z.strictObject({ ...whom, action: z.literal('locale'), locale: z.nullable(z.enum(LOCALES)) }),
  /** Takes an earlier change to many back: everybody gets what they had before, unless somebody has changed it since. */
  z.strictObject({ action: z.literal('undo'), batch_id: z.uuid() }),
])

const batchResultSchema = z.object({
  employee_id: id,
  /** As they were called when the batch began; empty when they were not in the project any more. */
  name: z.string(),
  mitarbeiternummer: z.string(),
  outcome: z.enum(BATCH_OUTCOMES),
  /** Code of the error of who `failed`. */
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
  /** How many of those had the language before: nothing was changed, and the log tells of no change. */
  already: count,
  failed: count,
  /** How many of those are not in the project any more: there is nothing to try again. */
  gone: count,
  /** For how many it can still be taken back. */
  undoable: count,
  /** The batch that this one takes back. */
  undoes: z.nullable(z.string()),
  /** Seconds to the end, an estimate; null while nobody can know, 0 when it is over. */
  eta_seconds: z.nullable(count),
  /** In the order in which they were given: while it runs only who failed, at its end everybody. In a list of work only one who is alone. */
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
