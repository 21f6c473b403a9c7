import 'server-only'
import { createTranslator } from 'use-intl/core'
import { BASE_PATH } from '#lib/address/base-path.ts'
import { toStatus } from '#lib/error-codes.ts'
import { type DeskError, type ErrorBody, type FieldErrors, toErrorBody } from '#lib/errors.ts'
import { toDeskPath } from '#lib/http/desk-path.ts'
import { API_HEADERS } from '#lib/http/headers.ts'
import { FIELDS_TOLD_MAX } from '#lib/http/read-input.ts'
import { getRequestId } from '#lib/http/request-id.ts'
import { getRequestLocale } from '#lib/i18n/get-locale.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: API_HEADERS })
}

/** The paging fields of every list. */
export function toPages({ page, perPage, total }: { page: number; perPage: number; total: number }) {
  return { current_page: page, last_page: Math.max(1, Math.ceil(total / perPage)), per_page: perPage, total }
}

export function noContent(): Response {
  return new Response(null, { status: 204, headers: API_HEADERS })
}

const REASONS_MAX = 3
const NAME_CHARACTERS_MAX = 100
const REASON_CHARACTERS_MAX = 500
/** Limit of all reasons together: field names may be any text that a client has sent. */
const REASONS_BYTES_MAX = 12 * 1024
/**
 * The mirror returns all that the service says about a list of 200 employees, because programs read it entry by entry.
 */
const MIRRORED_FIELDS_MAX = 2_000
const MIRRORED_BYTES_MAX = 256 * 1024

/**
 * Returns an error in the language of the client, with its reference in the log. Reasons are limited to what a user
 * reads, so no request can make its answer larger than a few kilobytes. Only the service's reasons for a mirrored call
 * are returned completely.
 */
export function errorResponse(error: DeskError, request: Request): Response {
  const locale = getRequestLocale(request)
  const say = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'errors' })
  const { errors, ...rest } = toErrorBody(error, say(error.code, error.values))
  const body = {
    ...rest,
    ...(errors && toReasons(errors, isMirrored(request))),
    requestId: error.requestId ?? getRequestId(request),
  }
  const answer = json(body, toStatus(error))
  if (error.retryAfterSeconds !== undefined)
    answer.headers.set('retry-after', String(error.retryAfterSeconds))
  return answer
}

function isMirrored({ url }: Request): boolean {
  return toDeskPath(new URL(url).pathname, BASE_PATH)?.startsWith('/api/v1/') ?? false
}

function toReasons(errors: FieldErrors, mirrored: boolean): Pick<ErrorBody, 'errors' | 'moreErrors'> {
  const all = Object.entries(errors)
  const told = new Map<string, string[]>()
  let room = mirrored ? MIRRORED_BYTES_MAX : REASONS_BYTES_MAX
  for (const [name, reasons] of all.slice(0, mirrored ? MIRRORED_FIELDS_MAX : FIELDS_TOLD_MAX)) {
    const shortName = name.slice(0, NAME_CHARACTERS_MAX)
    const short = reasons.slice(0, REASONS_MAX).map(reason => reason.slice(0, REASON_CHARACTERS_MAX))
    room -= Buffer.byteLength(JSON.stringify([shortName, short]))
    if (room < 0) break
    told.set(shortName, short)
  }
  const more = all.length - told.size
  return { errors: Object.fromEntries(told), ...(more > 0 && { moreErrors: more }) }
}
