import 'server-only'
import type { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { createRequestId, currentRequestId } from '#lib/request-context.ts'

/** Why an answer could not be used: its message names fields and kinds of values, and never what was in them. */
export class UnreadResponse extends Error {}

export type TroubledResponse = {
  /** Method and address without its ids: `GET projects/{id}/employees`. */
  call: string
  status: number
  headers: Headers
  /** Of the body, as far as it was read. */
  bytes?: number
  key: string
}

const TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/
const WORDS = /^[\w ,-]{1,60}$/

/**
 * Writes down an answer of the service that the desk could not use, and never what it says. The error then names the line:
 * all who wait for the same call are shown its id.
 */
export function noteTrouble<Trouble extends DeskError>(error: Trouble, answer: TroubledResponse): Trouble {
  const { call, status, headers, bytes, key } = answer
  const type = toContentType(headers)
  const encoding = headers.get('content-encoding')
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  error.requestId ??= currentRequestId() ?? createRequestId()
  const fields = {
    call,
    status,
    type: type === '' ? 'none' : TYPE.test(type) ? type : 'unreadable',
    ...(encoding !== null && { encoding: WORDS.test(encoding) ? encoding : 'unreadable' }),
    ...(location !== null && { location: toOrigin(location) }),
    bytes: bytes ?? toLength(headers),
    code: error.code,
    ...(error.cause instanceof UnreadResponse && { reason: error.cause.message }),
    request: error.requestId,
  }
  const hidesKey = ([, value]: [string, unknown]) => !String(value).toLowerCase().includes(key.toLowerCase())
  log('warn', 'service_trouble', Object.fromEntries(Object.entries(fields).filter(hidesKey)))
  return error
}

/** Lower case and without parameters (RFC 9110 section 8.3.1); empty when there is none. */
export function toContentType(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** `Content-Length` in bytes, or null. */
export function toLength(headers: Headers): number | null {
  const value = headers.get('content-length')
  return value && /^\d{1,15}$/.test(value) ? Number(value) : null
}

/** Where a redirect leads: its path may hold anything. */
function toOrigin(location: string): string {
  const url = URL.parse(location)
  if (url) return url.origin
  return URL.canParse(location, 'https://service.invalid') ? 'the same' : 'unreadable'
}
