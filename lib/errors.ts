/**
 * One error shape everywhere: `{ message, code, errors? }` with the HTTP status of the code.
 * The sentence of a code (`errors.<code>` in `lib/i18n`, with `values` in its places) is put in where a person reads it: by
 * a component, or into an answer by `lib/http`. This file holds none, so that no browser loads all texts of all languages
 * with it.
 */
import type { ErrorCode } from './error-codes.ts'

export type { ErrorCode }

/** The service has no time, or nobody gets an answer of it: over by itself after a while. */
export const SERVICE_AWAY = [
  'busy',
  'budget_unreachable',
  'service_unreachable',
  'service_timeout',
  'gateway_answered',
] as const satisfies readonly ErrorCode[]

/**
 * What passes by itself. Everything else needs a person; API access is switched on at the service, where nobody is who looks at a
 * page of the desk.
 */
const PASSING: readonly ErrorCode[] = [
  ...SERVICE_AWAY,
  'no_api_access',
  'desk_unreachable',
  'unavailable',
  'database_unavailable',
]
/** What went wrong within an answer: the next one may be whole. */
const BROKEN: readonly ErrorCode[] = ['internal', 'bad_service_answer', 'photo_damaged']

/** Reasons by field, as the service words them: `email`, or `employees.<index>.<field>` for a batch. */
export type FieldErrors = Record<string, string[]>

/** What the sentence of a code names: a number, a list. */
type ErrorValues = Record<string, string | number>

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
  /** The service's own, where it is not the one of the code (`toStatus`). */
  readonly status: number | undefined
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

export function passesByItself(code: ErrorCode): boolean {
  return PASSING.includes(code)
}

/** Whether the desk has said no for good: whoever follows something asks again after everything else. */
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
