/**
 * All error codes of the desk's answers. They are apart from `errors.ts`, because a browser loads them with its first
 * error.
 */

/** The HTTP status of each code. */
export const ERROR_STATUS = {
  not_http: 400,
  invalid_json: 400,
  signed_out: 401,
  wrong_credentials: 401,
  forbidden: 403,
  foreign_origin: 403,
  not_found: 404,
  not_available: 404,
  unknown_size: 404,
  unknown_target: 404,
  size_changed: 409,
  method_not_allowed: 405,
  conflict: 409,
  other_account: 409,
  not_approved: 409,
  unknown_status: 409,
  unclear_photo: 409,
  not_connected: 409,
  key_unreadable: 409,
  not_ready: 409,
  connected_by_operator: 409,
  connection_changed: 409,
  cancelled: 409,
  changed_meanwhile: 409,
  would_invite: 409,
  list_unsteady: 409,
  list_empty: 409,
  delivery_ended: 409,
  run_under_way: 409,
  /** Another delivery writes into the same folder. */
  place_taken: 409,
  needs_desk_key: 409,
  secrets_unreadable: 409,
  import_changed: 409,
  import_moved_on: 409,
  run_moved_on: 409,
  delivery_unread: 409,
  too_many_kept_exports: 409,
  too_many_drafts: 409,
  lists_too_large: 409,
  /** The service or account differs from the one that the desk's data about employees comes from. */
  other_source: 409,
  /** A job that made the process exit each time it ran. */
  ended_desk: 409,
  own_account: 409,
  last_admin: 409,
  single_sign_on_account: 409,
  single_sign_on_only: 409,
  account_disabled: 409,
  email_taken: 409,
  token_invalid: 410,
  expired: 410,
  precondition_failed: 412,
  body_too_large: 413,
  address_too_long: 414,
  range_not_satisfiable: 416,
  invalid: 422,
  busy: 429,
  too_many_exports: 429,
  too_many_imports: 429,
  too_many_batches: 429,
  too_many_downloads: 429,
  sign_in_throttled: 429,
  too_many_headers: 431,
  internal: 500,
  not_recorded: 500,
  bad_service_answer: 502,
  desk_unreachable: 502,
  gateway_answered: 502,
  key_rejected: 502,
  no_api_access: 502,
  outcome_unknown: 502,
  photo_damaged: 502,
  service_moved: 502,
  service_unreachable: 502,
  unavailable: 503,
  budget_unreachable: 503,
  activity_unwritable: 503,
  database_unavailable: 503,
  service_timeout: 504,
  http_version: 505,
  disk_full: 507,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}

/** Returns the HTTP status of an answer with this error. */
export function toStatus({ code, status }: { code: ErrorCode; status: number | undefined }): number {
  return status ?? ERROR_STATUS[code]
}
