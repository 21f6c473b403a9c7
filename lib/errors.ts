/**
 * One error shape everywhere: `{ message, code, errors? }` with the HTTP status of the code.
 * A component shows the sentence of the code in the user's language (`errors.<code>` in `lib/i18n`).
 */
import { z } from 'zod'
import messages from '#lib/i18n/en.json' with { type: 'json' }

export const ERROR_STATUS = {
  invalid_json: 400,
  signed_out: 401,
  forbidden: 403,
  foreign_origin: 403,
  not_found: 404,
  not_available: 404,
  unknown_size: 404,
  method_not_allowed: 405,
  conflict: 409,
  not_approved: 409,
  not_connected: 409,
  not_ready: 409,
  connected_by_operator: 409,
  cancelled: 409,
  list_unsteady: 409,
  expired: 410,
  precondition_failed: 412,
  body_too_large: 413,
  range_not_satisfiable: 416,
  invalid: 422,
  busy: 429,
  internal: 500,
  bad_service_answer: 502,
  desk_unreachable: 502,
  key_rejected: 502,
  no_api_access: 502,
  outcome_unknown: 502,
  service_unreachable: 502,
  service_timeout: 504,
  http_version: 505,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Reasons by field, as the service words them: `email`, or `employees.<index>.<field>` for a batch. */
export type FieldErrors = Record<string, string[]>

export type ErrorBody = { message: string; code: ErrorCode; errors?: FieldErrors }

const errorBodySchema = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})

export type DeskErrorOptions = {
  message?: string
  errors?: FieldErrors
  /** Seconds after which the same call may succeed; becomes `Retry-After`. */
  retryAfterSeconds?: number
  /** The service certainly never saw the call, so a write did not happen. */
  neverSent?: boolean
  cause?: unknown
}

/** An error that a person may see: a stable code, its HTTP status, and a calm sentence. */
export class DeskError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly errors: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined
  readonly neverSent: boolean

  constructor(code: ErrorCode, options: DeskErrorOptions = {}) {
    super(options.message ?? messages.errors[code], { cause: options.cause })
    this.name = 'DeskError'
    this.code = code
    this.status = ERROR_STATUS[code]
    this.errors = options.errors
    this.retryAfterSeconds = options.retryAfterSeconds
    this.neverSent = options.neverSent ?? false
  }
}

/** What a screen needs of an error; plain, so that it can cross from the server to the browser. */
export type Failure = { code: ErrorCode; retryAfterSeconds?: number }

export function toFailure(thrown: unknown): Failure {
  const { code, retryAfterSeconds } = toDeskError(thrown)
  return retryAfterSeconds === undefined ? { code } : { code, retryAfterSeconds }
}

/** Anything that was thrown, as an error that may be shown: what is not a DeskError is `internal`. */
export function toDeskError(thrown: unknown): DeskError {
  return thrown instanceof DeskError ? thrown : new DeskError('internal', { cause: thrown })
}

export function toErrorBody(error: DeskError): ErrorBody {
  return error.errors
    ? { message: error.message, code: error.code, errors: error.errors }
    : { message: error.message, code: error.code }
}

/** Reads an error answer of our own handlers; anything else (a proxy's page, say) is `desk_unreachable`. */
export function parseErrorBody(body: unknown, retryAfterSeconds?: number): DeskError {
  const parsed = errorBodySchema.safeParse(body)
  if (!parsed.success || !isErrorCode(parsed.data.code)) return new DeskError('desk_unreachable')
  const { code, message, errors } = parsed.data
  return new DeskError(code, {
    message,
    ...(errors && { errors }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  })
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}
