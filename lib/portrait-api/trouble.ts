import 'server-only'
import { toErrorCode } from '#lib/describe-error.ts'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import type { Fields } from '#lib/log.ts'
import { logSome } from '#lib/log-some.ts'
import { createRequestId, currentRequestId } from '#lib/request-context.ts'
import type { BreakerStep } from './breaker.ts'

/** Why an answer could not be used: the message names fields and kinds of values, never their content. */
export class UnreadResponse extends Error {}

export type Trouble = {
  /** Method and address without its ids: `GET projects/{id}/employees`. */
  call: string
  /** Number of the attempt, counted from 1. */
  attempt: number
  /** Effect on the breaker. */
  breaker: BreakerStep
  key: string
  /** The answer, if any; `bytes`: length of the body, as far as it was read. */
  answer?: { status: number; headers: Headers; bytes?: number | undefined }
}

/** Log lines per minute for one call with one cause: enough for one person's calls, few for an outage. */
const LINES_MAX = 10
const TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/
const WORDS = /^[\w ,-]{1,60}$/
const UNANSWERED = new Set<ErrorCode>(['service_unreachable', 'service_timeout'])

/** True when no usable answer arrived: no connection, an untrusted certificate, a timeout, or half an answer. */
export function isUnanswered(error: unknown): error is DeskError {
  return error instanceof DeskError && UNANSWERED.has(error.code) && !error.answered
}

/**
 * Logs a failed call: with the form of an answer that the desk could not use, but never its content, or else with the
 * system's cause. Sets the log line's id on the error, so all callers that wait for the same call get the same id. When
 * lines are held back, it is the id of the last line for this call and cause.
 */
export function noteTrouble<Failed extends DeskError>(error: Failed, trouble: Trouble): Failed {
  const { call, attempt, breaker, key, answer } = trouble
  const request = error.requestId ?? currentRequestId() ?? createRequestId()
  const what = answer ? { status: answer.status } : { cause: toErrorCode(error.cause) }
  const hidesKey = ([, value]: [string, unknown]) => !String(value).toLowerCase().includes(key.toLowerCase())
  const shown = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(hidesKey))
  error.requestId = logSome('warn', 'service_trouble', {
    kind: shown({ call, ...what, code: error.code }),
    most: LINES_MAX,
    fields: shown({
      ...(answer && describeResponse(answer)),
      ...(error.cause instanceof UnreadResponse && { reason: error.cause.message }),
      attempt,
      breaker,
      request,
    }),
  })
  return error
}

function describeResponse({ status, headers, bytes }: NonNullable<Trouble['answer']>): Fields {
  const type = toContentType(headers)
  const encoding = headers.get('content-encoding')
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  return {
    type: type === '' ? 'none' : TYPE.test(type) ? type : 'unreadable',
    ...(encoding !== null && { encoding: WORDS.test(encoding) ? encoding : 'unreadable' }),
    ...(location !== null && { location: toOrigin(location) }),
    bytes: bytes ?? toLength(headers),
  }
}

/** The media type in lower case without parameters (RFC 9110 section 8.3.1); empty when there is none. */
export function toContentType(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** `Content-Length` in bytes, or null. */
export function toLength(headers: Headers): number | null {
  const value = headers.get('content-length')
  return value && /^\d{1,15}$/.test(value) ? Number(value) : null
}

/** The origin of a redirect: its path may contain anything. */
function toOrigin(location: string): string {
  const url = URL.parse(location)
  if (url) return url.origin
  return URL.canParse(location, 'https://service.invalid') ? 'the same' : 'unreadable'
}
