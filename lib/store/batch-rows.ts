import 'server-only'
import { z } from 'zod'
import { cancelledBy } from './job-states.ts'
import { PAUSE_REASONS } from './words.ts'

export const batchRow = z.object({
  id: z.string(),
  owner_id: z.string(),
  owner_email: z.string(),
  project_id: z.number(),
  /** The key that it was begun with: another one may belong to another customer. */
  key_fingerprint: z.string(),
  action: z.enum(['delete', 'locale']),
  /** What everybody gets; of a batch that takes another one back, what they got by that. */
  locale: z.enum(['de', 'en']).nullable(),
  /** The batch that this one takes back. */
  undoes: z.string().nullable(),
  state: z.enum(['running', 'paused', 'done', 'cancelled']),
  pause_reason: z.enum(PAUSE_REASONS).nullable(),
  /** When somebody cancelled it; it has ended as soon as its calls in flight have. */
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
  /** `sent`: the call was begun, and nothing is known of its end. */
  state: z.enum(['waiting', 'sent', 'done', 'failed']),
  /** Code of the error of who failed. */
  error: z.string().nullable(),
  /**
   * The language before the change (before the one that is taken back): the batch's own where nothing was to be changed, null where
   * none can be given back.
   */
  before: z.enum(['de', 'en', 'none']).nullable(),
  /**
   * The language since the change (since the one that is taken back), as the service has answered it: where the batch's own is "the
   * one of the account", some answer which one that is. Null where nothing was sent, and where nobody knows.
   */
  after: z.enum(['de', 'en', 'none']).nullable(),
})

export type BatchRow = z.infer<typeof batchRow>
export type BatchPersonRow = z.infer<typeof batchPersonRow>
/**
 * `already`: how many of those who are done had the language before, so that nothing was changed. `gone`: how many of those who failed
 * are not there any more. `undoable`: for how many it can be taken back; nobody once that was begun.
 */
export type BatchCounts = Record<'total' | 'done' | 'already' | 'failed' | 'gone' | 'undoable', number>
