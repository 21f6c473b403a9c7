/**
 * The words in which the database keeps what is what: for the rows of the store, and for the contracts above it, which
 * browsers read as well.
 */

export const ROLES = ['viewer', 'editor', 'admin'] as const

export const ACCOUNT_STATUSES = ['active', 'disabled', 'invited'] as const

/** How somebody came in. */
export const SIGN_IN_METHODS = ['password', 'oidc', 'setup', 'invitation'] as const

/** `unknown`: it was begun, and nobody can say whether it happened (an answer got lost, the desk was stopped). */
export const ACTIVITY_OUTCOMES = ['done', 'unknown'] as const

/** `done`: everything that was to be sent has an outcome. Refused rows may be mended and sent then. */
export const IMPORT_STATES = ['draft', 'sending', 'paused', 'done', 'cancelled', 'failed'] as const

/** Why a job waits: what stands in the way of the whole of it, as opposed to one person's call that went wrong. */
export const PAUSE_REASONS = [
  'key_rejected',
  'no_api_access',
  'service_unreachable',
  'disk_full',
  'database_unavailable',
  'not_connected',
] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** `by_person`: somebody pressed pause. All others end by themselves or with a key. */
export const IMPORT_PAUSE_REASONS = ['by_person', ...PAUSE_REASONS] as const

/**
 * What has become of a row. `waiting`: it will be sent. `already_there`: somebody else made the same person meanwhile.
 * `unchanged`: it was in the project before, and equal. `not_sent`: excluded, not valid, a change that nobody asked
 * for, or the import was cancelled first. `unknown`: the call got lost, and the service could not be asked again or does
 * not have the person (any more).
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

/** The fields of section 2, EmployeeInput, in the order in which people expect them in a list. */
export const IMPORT_FIELDS = ['first_name', 'last_name', 'email', 'mitarbeiternummer', 'locale'] as const

/** What can be wrong with a row of an import, or worth a look. */
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

/** What the activity log tells. */
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

/** What a run of a delivery does with somebody: `cannot` stands there to be read, and nothing is done. */
export const DELIVERY_ACTIONS = ['add', 'change', 'remove', 'cannot'] as const

/** `sent`: the destination was asked, and nothing is known of its answer. */
export const DELIVERY_ITEM_STATES = ['waiting', 'sent', 'done', 'failed'] as const

/** `review`: it has a plan, and waits until somebody has read it. */
export const DELIVERY_RUN_STATES = ['running', 'paused', 'review', 'done', 'failed', 'cancelled'] as const

/**
 * What lies at a destination for somebody. `by_hand`: it lies there, the desk cannot take it away any more, and somebody has
 * to.
 */
export const DELIVERED_STATES = ['there', 'by_hand', 'removed'] as const

/** Decisions about a person's own photo at a destination. */
export const OWN_PHOTO_DECISIONS = ['keep', 'replace'] as const

/** `ended`: a run that has failed or could not serve some people; `reminder`: photos that must be removed by hand. */
export const DELIVERY_MAIL_KINDS = ['ended', 'review', 'reminder'] as const

/**
 * Reasons for which a run waits for a review. `first`: nothing was delivered before. `many_removals`: more than the set share would
 * be removed. `other_key`: another key may show other people. `own_photos`: people's own photos are to be decided on.
 */
export const REVIEW_REASONS = ['first', 'many_removals', 'other_key', 'own_photos'] as const
