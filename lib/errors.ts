/**
 * One error shape everywhere: `{ message, code, errors? }` with the HTTP status of the code.
 * The sentence of a code (`errors.<code>` in `lib/i18n`, with `values` in its places) is put in where a person reads it: by
 * a component, or into an answer by `lib/http`. This file holds none, so that no browser loads all texts of all languages
 * with it.
 */
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

/** The service has no time, or nobody gets an answer of it: over by itself after a while. */
export const SERVICE_AWAY = [
  'busy',
  'budget_unreachable',
  'service_unreachable',
  'service_timeout',
  'gateway_answered',
] as const satisfies readonly ErrorCode[]

/** Reasons by field, as the service words them: `email`, or `employees.<index>.<field>` for a batch. */
export type FieldErrors = Record<string, string[]>

/** What the sentence of a code names: a number, a list. */
export type ErrorValues = Record<string, string | number>

export type ErrorBody = {
  message: string
  code: ErrorCode
  /** The service's own words, when it is its words that `message` holds. */
  said?: string
  errors?: FieldErrors
  /** So many more fields are wrong than `errors` names. */
  moreErrors?: number
  values?: ErrorValues
  current?: unknown
}

export type DeskErrorOptions = {
  /** The service's own words, where it explains more than the code does. */
  sentence?: string | undefined
  /** The service's own status, where the code has another one. */
  status?: number
  errors?: FieldErrors
  values?: ErrorValues
  /** Seconds after which the same call may succeed; becomes `Retry-After`. */
  retryAfterSeconds?: number
  /** The service certainly never saw the call, so a write did not happen. */
  neverSent?: boolean
  /** The service was there and has answered, with a failure of its own: it is this call that goes wrong. */
  answered?: boolean
  /** The service has certainly done what it was asked; only its answer could not be read. */
  done?: boolean
  /** Under which the desk's log knows the request that failed. */
  requestId?: string | undefined
  /** With `changed_meanwhile`: the record as it is now. */
  current?: unknown
  cause?: unknown
}

/**
 * Next loads this module once for pages and once for handlers, and a budget that a page has made throws into a handler:
 * an error is known by this mark, which is the same in both, and not by its class.
 */
const MARK = Symbol.for('portrait-desk.DeskError')

/** An error that a person may see: a stable code, its HTTP status, and what helps to explain it. */
export class DeskError extends Error {
  readonly [MARK] = true
  readonly code: ErrorCode
  readonly status: number
  readonly sentence: string | undefined
  readonly errors: FieldErrors | undefined
  readonly values: ErrorValues | undefined
  readonly retryAfterSeconds: number | undefined
  readonly neverSent: boolean
  readonly answered: boolean
  readonly done: boolean
  /** Also set by whoever writes the line, so that all who wait for the same call are told the same reference. */
  requestId: string | undefined
  readonly current: unknown

  constructor(code: ErrorCode, options: DeskErrorOptions = {}) {
    super(options.sentence ?? code, { cause: options.cause })
    this.name = 'DeskError'
    this.code = code
    this.status = options.status ?? ERROR_STATUS[code]
    this.sentence = options.sentence
    this.errors = options.errors
    this.values = options.values
    this.retryAfterSeconds = options.retryAfterSeconds
    this.neverSent = options.neverSent ?? false
    this.answered = options.answered ?? false
    this.done = options.done ?? false
    this.requestId = options.requestId
    this.current = options.current
  }
}

Object.defineProperty(DeskError, Symbol.hasInstance, {
  value(this: typeof DeskError, thrown: unknown): boolean {
    // A narrower class stays what it is: it never leaves its own module.
    if (this !== DeskError) return Function.prototype[Symbol.hasInstance].call(this, thrown)
    return typeof thrown === 'object' && thrown !== null && MARK in thrown
  },
})

/** What a screen needs of an error; plain, so that it can cross from the server to the browser. */
export type Failure = { code: ErrorCode; retryAfterSeconds?: number; requestId?: string }

export function toFailure(thrown: unknown): Failure {
  const { code, retryAfterSeconds, requestId } = toDeskError(thrown)
  return {
    code,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(requestId !== undefined && { requestId }),
  }
}

/** Anything that was thrown, as an error that may be shown: what is not a DeskError is `internal`. */
export function toDeskError(thrown: unknown): DeskError {
  return thrown instanceof DeskError ? thrown : new DeskError('internal', { cause: thrown })
}

/** Whether the desk itself has said no. One that cannot be reached may come back, so it is asked again. */
export function isLastWord(thrown: unknown): thrown is DeskError {
  return thrown instanceof DeskError && thrown.code !== 'desk_unreachable'
}

/** The body of an error answer. `said` is the sentence of its code in the reader's language. */
export function toErrorBody(error: DeskError, said: string): ErrorBody {
  const { code, errors, values, current, sentence } = error
  return {
    message: sentence ?? said,
    code,
    ...(sentence !== undefined && { said: sentence }),
    ...(errors && { errors }),
    ...(values && { values }),
    ...(current !== undefined && { current }),
  }
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}
