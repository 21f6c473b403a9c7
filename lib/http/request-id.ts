import 'server-only'
import { randomBytes } from 'node:crypto'

/** Set by `prepare-request.ts` on every request; a client cannot send it. */
export const REQUEST_ID_HEADER = 'x-desk-request'

/** Ten characters that can be read out on the telephone: no vowels, no look-alikes. */
const ALPHABET = 'bcdfghjkmnpqrstvwxz23456789'
const LENGTH = 10

export function createRequestId(): string {
  return Array.from(randomBytes(LENGTH), byte => ALPHABET[byte % ALPHABET.length]).join('')
}

/** Names one request in its answer and in the log. */
export function getRequestId(request: Request): string {
  return request.headers.get(REQUEST_ID_HEADER) ?? createRequestId()
}
