/**
 * Enumerations in the database, used by the rows of the store and by the contracts above it, which browsers read too.
 */

export const ROLES = ['viewer', 'editor', 'admin'] as const

export const ACCOUNT_STATUSES = ['active', 'disabled', 'invited'] as const

/** The ways in which a user can sign in. */
export const SIGN_IN_METHODS = ['password', 'oidc', 'setup', 'invitation'] as const

/** `unknown`: the action began, but its result was lost (no answer arrived, or the desk was stopped). */
export const ACTIVITY_OUTCOMES = ['done', 'unknown'] as const

/** `done`: every row that was to be sent has an outcome. Refused rows may still be corrected and sent. */
export const IMPORT_STATES = ['draft', 'sending', 'paused', 'done', 'cancelled', 'failed'] as const

/** Reasons for which a whole job waits, as opposed to the failure of one employee's call. */
export const PAUSE_REASONS = [
  'key_rejected',
  'no_api_access',
  'service_unreachable',
  'disk_full',
  'database_unavailable',
  'not_connected',
] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** `by_person`: a user pressed Pause. All other reasons end by themselves or with a key. */
export const IMPORT_PAUSE_REASONS = ['by_person', ...PAUSE_REASONS] as const

/**
 * Outcome of a row.
 * - `waiting`: it will be sent.
 * - `already_there`: another client created the same employee meanwhile.
 * - `unchanged`: it was in the project before, with the same values.
 * - `not_sent`: excluded, invalid, a change that was not requested, or the import was cancelled first.
 * - `unknown`: the answer was lost, and the service could not be asked again or does not have the employee (any more).
 */
export const ROW_OUTCOMES = [
  'waiting',
  'created',
  'updated',
  'already_there',
  'unchanged',
  'refused',
  'not_sent',
  'unknown',
] as const

/** The fields of EmployeeInput (section 2), in the order that users expect in a list. */
export const IMPORT_FIELDS = ['first_name', 'last_name', 'email', 'mitarbeiternummer', 'locale'] as const

/** Errors and warnings of a row of an import. */
export const PROBLEM_CODES = [
  'missing',
  'too_long',
  'not_an_email',
  'unknown_language',
  'twice_in_file',
  'taken_by_other',
  'same_person',
  'refused',
  'service_failed',
  'zeros_lost',
  'rounded',
  'looks_like_date',
  'looks_formatted',
  'unusual_email',
  'other_name',
  'not_in_project',
  'garbled',
  'not_a_name',
  'other_domain',
  'formula_error',
  'unreadable',
  'gone',
  'changed_meanwhile',
] as const

/** Actions in the activity log. */
export const ACTIVITY_ACTIONS = [
  'signed_in',
  'sign_in_failed',
  'sign_in_throttled',
  'signed_out',
  'session_ended',
  'password_changed',
  'account_added',
  'account_invited',
  'account_changed',
  'account_removed',
  'setup_done',
  'key_set',
  'key_removed',
  'service_accepted',
  'employees_created',
  'employee_changed',
  'employee_deleted',
  'person_forgotten',
  'import_started',
  'import_ended',
  'export_started',
  'export_ended',
  'export_downloaded',
  'photo_downloaded',
  'list_downloaded',
  'activity_exported',
  'delivery_created',
  'delivery_changed',
  'delivery_ended',
  'delivery_confirmed',
  'delivery_started',
  'delivery_run_ended',
  'delivery_removed_by_hand',
] as const

/** Actions of a delivery run for an employee. `cannot` is shown as information only; nothing is done. */
export const DELIVERY_ACTIONS = ['add', 'change', 'remove', 'cannot'] as const

/** `sent`: the request to the destination was made, and its result is unknown. */
export const DELIVERY_ITEM_STATES = ['waiting', 'sent', 'done', 'failed'] as const

/** `review`: the run has a plan and waits for a user to confirm it. */
export const DELIVERY_RUN_STATES = ['running', 'paused', 'review', 'done', 'failed', 'cancelled'] as const

/**
 * State of an employee's photo at a destination. `by_hand`: it is there, the desk can no longer remove it, and a person
 * must.
 */
export const DELIVERED_STATES = ['there', 'by_hand', 'removed'] as const

/** Decisions about an employee's own photo at a destination. */
export const OWN_PHOTO_DECISIONS = ['keep', 'replace'] as const

/** `ended`: a run that failed or could not serve some employees; `reminder`: photos that must be removed by hand. */
export const DELIVERY_MAIL_KINDS = ['ended', 'review', 'reminder'] as const

/**
 * Reasons for which a run waits for a review.
 * - `first`: no run has delivered before.
 * - `many_removals`: more than the configured share would be removed.
 * - `other_key`: another key may see other employees.
 * - `own_photos`: employees' own photos need a decision.
 */
export const REVIEW_REASONS = ['first', 'many_removals', 'other_key', 'own_photos'] as const
