import 'server-only'
import { z } from 'zod'
import { PAUSE_REASONS } from './enums.ts'
import { cancelledBy } from './job-states.ts'

export const batchRow = z.object({
  id: z.string(),
  owner_id: z.string(),
  owner_email: z.string(),
  project_id: z.number(),
  /** The key with which it was begun: another one may belong to another customer. */
  key_fingerprint: z.string(),
  action: z.enum(['delete', 'locale']),
  /** The new language of all employees; for an undo, the language that the undone batch set. */
  locale: z.enum(['de', 'en']).nullable(),
  /** The batch that this one undoes. */
  undoes: z.string().nullable(),
  state: z.enum(['running', 'paused', 'done', 'cancelled']),
  pause_reason: z.enum(PAUSE_REASONS).nullable(),
  /** When it was cancelled; it ends as soon as its calls in flight have ended. */
  cancel_asked_at: z.string().nullable(),
  cancelled_by: cancelledBy,
  created_at: z.string(),
  ended_at: z.string().nullable(),
})

export const batchPersonRow = z.object({
  position: z.number(),
  employee_id: z.number(),
  name: z.string(),
  mitarbeiternummer: z.string(),
  /** `sent`: the call was begun, and its result is unknown. */
  state: z.enum(['waiting', 'sent', 'done', 'failed']),
  /** Error code of a failed employee. */
  error: z.string().nullable(),
  /**
   * The language before the change (of the undone batch, for an undo). Equals the batch's own when nothing had to be
   * changed; null when it cannot be restored.
   */
  before: z.enum(['de', 'en', 'none']).nullable(),
  /**
   * The language since the change (of the undone batch, for an undo), as the service returned it. When the batch sets
   * "the language of the account", some services return that language. Null when nothing was sent or the result is
   * unknown.
   */
  after: z.enum(['de', 'en', 'none']).nullable(),
})

export type BatchRow = z.infer<typeof batchRow>
export type BatchPersonRow = z.infer<typeof batchPersonRow>
/**
 * `already`: done without a change, because they had the language before. `gone`: failed because they no longer exist.
 * `undoable`: the change can be undone; 0 once an undo has begun.
 */
export type BatchCounts = Record<'total' | 'done' | 'already' | 'failed' | 'gone' | 'undoable', number>
