/**
 * One error shape everywhere: `{ message, code, errors? }` with the HTTP status of the code. The sentence of a code
 * (`errors.<code>` in `lib/i18n`, filled with `values`) is added where a person reads it: by a component, or by
 * `lib/http` in an answer. This file contains no sentences, so that no browser loads all texts of all languages with
 * it.
 */
import type { ErrorCode } from './error-codes.ts'

export type { ErrorCode }

/** The service is overloaded or unreachable; passes by itself after a while. */
export const SERVICE_AWAY = [
  'busy',
  'budget_unreachable',
  'service_unreachable',
  'service_timeout',
  'gateway_answered',
] as const satisfies readonly ErrorCode[]

/**
 * Errors that pass without any action at the desk. All others need a user. API access (`no_api_access`) is included: it
 * is switched on at the service, so pages of the desk must notice it by themselves.
 */
const PASSING: readonly ErrorCode[] = [
  ...SERVICE_AWAY,
  'no_api_access',
  'desk_unreachable',
  'unavailable',
  'database_unavailable',
]
/** Failures within one answer: the next answer may be complete. */
const BROKEN: readonly ErrorCode[] = ['internal', 'bad_service_answer', 'photo_damaged']

/** Reasons by field, in the service's words: `email`, or `employees.<index>.<field>` for a batch. */
export type FieldErrors = Record<string, string[]>

/** Values in the sentence of a code, such as a number or a list. */
type ErrorValues = Record<string, string | number>

export type ErrorBody = {
  message: string
  code: ErrorCode
  /** The service's own words, when `message` holds them. */
  said?: string
  errors?: FieldErrors
  /** Number of wrong fields beyond those in `errors`. */
  moreErrors?: number
  values?: ErrorValues
  current?: unknown
}

export type DeskErrorOptions = {
  /** The service's own words, when they explain more than the code. */
  sentence?: string | undefined
  /** The service's own status, when the code has a different one. */
  status?: number
  errors?: FieldErrors
  values?: ErrorValues
  /** Seconds after which the same call may succeed; becomes `Retry-After`. */
  retryAfterSeconds?: number
  /** True when the service certainly never received the call, so a write did not happen. */
  neverSent?: boolean
  /** True when the service was reachable and answered with a failure of its own: only this call is affected. */
  answered?: boolean
  /** True when the service has certainly done the work, but its answer could not be read. */
  done?: boolean
  /** Id of the failed request in the desk's log. */
  requestId?: string | undefined
  /** The current record, with `changed_meanwhile`. */
  current?: unknown
  cause?: unknown
}

/**
 * Next loads this module once for pages and once for handlers, and a budget made by a page throws into a handler.
 * Therefore an error is recognized by this mark, which is the same in both, and not by its class.
 */
const MARK = Symbol.for('portrait-desk.DeskError')

/** An error that may be shown to a user: a stable code, its HTTP status, and details that explain it. */
export class DeskError extends Error {
  readonly [MARK] = true
  readonly code: ErrorCode
  /** The service's own status, when it differs from that of the code (`toStatus`). */
  readonly status: number | undefined
  readonly sentence: string | undefined
  readonly errors: FieldErrors | undefined
  readonly values: ErrorValues | undefined
  readonly retryAfterSeconds: number | undefined
  readonly neverSent: boolean
  readonly answered: boolean
  readonly done: boolean
  /**
   * Also set by the code that logs the error, so that all callers that wait for the same call get the same reference.
   */
  requestId: string | undefined
  readonly current: unknown

  constructor(code: ErrorCode, options: DeskErrorOptions = {}) {
    super(options.sentence ?? code, { cause: options.cause })
    this.name = 'DeskError'
    this.code = code
    this.status = options.status
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
    // Subclasses are compared by class: they never leave their own module.
    if (this !== DeskError) return Function.prototype[Symbol.hasInstance].call(this, thrown)
    return typeof thrown === 'object' && thrown !== null && MARK in thrown
  },
})

/** The parts of an error that a screen needs; plain data, so that it can pass from the server to the browser. */
export type Failure = { code: ErrorCode; retryAfterSeconds?: number; requestId?: string }

export function toFailure(thrown: unknown): Failure {
  const { code, retryAfterSeconds, requestId } = toDeskError(thrown)
  return {
    code,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(requestId !== undefined && { requestId }),
  }
}

/** Returns anything thrown as an error that may be shown; `internal` unless it is a DeskError. */
export function toDeskError(thrown: unknown): DeskError {
  return thrown instanceof DeskError ? thrown : new DeskError('internal', { cause: thrown })
}

export function passesByItself(code: ErrorCode): boolean {
  return PASSING.includes(code)
}

/** True when the desk's refusal is final; clients that poll continue after any other error. */
export function isLastWord(thrown: unknown): boolean {
  return thrown instanceof DeskError && !passesByItself(thrown.code) && !BROKEN.includes(thrown.code)
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
